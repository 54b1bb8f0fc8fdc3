//@ no-bug
//@ source: a parker over `thread::park` with a state of three values

use std::sync::atomic::{AtomicI8, Ordering::*};
use std::sync::Arc;
use std::thread::{self, Thread};
const PARKED: i8 = -1;
const EMPTY: i8 = 0;
const NOTIFIED: i8 = 1;
struct Parker {
    state: AtomicI8,
    thread: Thread,
}
impl Parker {
    fn park(&self) {
        if self.state.fetch_sub(1, Acquire) == NOTIFIED {
            return;
        }
        loop {
            thread::park();
            if self
                .state
                .compare_exchange(NOTIFIED, EMPTY, Acquire, Acquire)
                .is_ok()
            {
                return;
            }
        }
    }
    fn unpark(&self) {
        if self.state.swap(NOTIFIED, Release) == PARKED {
            self.thread.unpark();
        }
    }
}
fn main() {
    let p = Arc::new(Parker {
        state: AtomicI8::new(EMPTY),
        thread: thread::current(),
    });
    let q = p.clone();
    let t = thread::spawn(move || q.unpark());
    p.park();
    t.join().unwrap();
    println!("woken");
}
