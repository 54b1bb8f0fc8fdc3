//@ no-bug
//@ source: a timer thread that waits for the earliest of its deadlines

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};
struct Timer {
    inner: Mutex<Inner>,
    wake: Condvar,
}
struct Inner {
    heap: BinaryHeap<Reverse<(Instant, u32)>>,
    closed: bool,
}
impl Timer {
    fn schedule(&self, after: Duration, id: u32) {
        self.inner
            .lock()
            .unwrap()
            .heap
            .push(Reverse((Instant::now() + after, id)));
        self.wake.notify_one();
    }
    fn close(&self) {
        self.inner.lock().unwrap().closed = true;
        self.wake.notify_all();
    }
    fn run(&self, mut fire: impl FnMut(u32)) {
        let mut g = self.inner.lock().unwrap();
        loop {
            let now = Instant::now();
            match g.heap.peek() {
                Some(&Reverse((at, id))) if at <= now => {
                    g.heap.pop();
                    drop(g);
                    fire(id);
                    g = self.inner.lock().unwrap();
                }
                Some(&Reverse((at, _))) => {
                    let left = at.saturating_duration_since(now);
                    g = self.wake.wait_timeout(g, left).unwrap().0;
                }
                None if g.closed => return,
                None => g = self.wake.wait(g).unwrap(),
            }
        }
    }
}
fn main() {
    let t = Arc::new(Timer {
        inner: Mutex::new(Inner {
            heap: BinaryHeap::new(),
            closed: false,
        }),
        wake: Condvar::new(),
    });
    let runner = {
        let t = t.clone();
        thread::spawn(move || {
            let mut order = vec![];
            t.run(|id| order.push(id));
            order.sort();
            order
        })
    };
    t.schedule(Duration::from_millis(2), 2);
    t.schedule(Duration::from_micros(10), 1);
    t.close();
    assert_eq!(runner.join().unwrap(), vec![1, 2]);
}
