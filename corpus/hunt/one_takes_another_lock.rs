//! Two threads count under one lock, the third under another.
//@ bug: panic

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

fn main() {
    let (right, wrong, counter) = (Mutex::new(()), Mutex::new(()), AtomicUsize::new(0));
    let add = |lock: &Mutex<()>| {
        let _held = lock.lock().unwrap();
        let old = counter.load(SeqCst);
        counter.store(old + 1, SeqCst);
    };
    thread::scope(|scope| {
        scope.spawn(|| add(&wrong));
        scope.spawn(|| add(&right));
        scope.spawn(|| add(&right));
    });
    assert_eq!(counter.load(SeqCst), 3);
}
