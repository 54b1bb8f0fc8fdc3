//@ bug: deadlock
//@ source: the flag is set and the notification sent without the lock, between the waiter's
//@ source: look at the flag and its wait

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

#[derive(Default)]
struct Signal {
    ready: AtomicBool,
    lock: Mutex<()>,
    cv: Condvar,
}

fn main() {
    let s = Arc::new(Signal::default());
    let s2 = s.clone();
    let t = thread::spawn(move || {
        s2.ready.store(true, Ordering::Release);
        s2.cv.notify_one();
    });
    let mut g = s.lock.lock().unwrap();
    while !s.ready.load(Ordering::Acquire) {
        g = s.cv.wait(g).unwrap();
    }
    drop(g);
    t.join().unwrap();
}
