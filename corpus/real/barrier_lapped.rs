//@ bug: deadlock
//@ source: a barrier that is used again, without generations

use std::sync::{Arc, Condvar, Mutex};
use std::thread;
struct CyclicBarrier {
    n: usize,
    count: Mutex<usize>,
    cv: Condvar,
}
impl CyclicBarrier {
    fn wait(&self) {
        let mut c = self.count.lock().unwrap();
        *c += 1;
        if *c == self.n {
            self.cv.notify_all();
            *c = 0;
        } else {
            while *c != 0 {
                c = self.cv.wait(c).unwrap();
            }
        }
    }
}
fn main() {
    let b = Arc::new(CyclicBarrier {
        n: 2,
        count: Mutex::new(0),
        cv: Condvar::new(),
    });
    let hs: Vec<_> = (0..2)
        .map(|_| {
            let b = b.clone();
            thread::spawn(move || {
                for _ in 0..2 {
                    b.wait();
                }
            })
        })
        .collect();
    hs.into_iter().for_each(|h| h.join().unwrap());
}
