//@ bug: panic
//@ message: "assertion `left == right` failed"
//@ source: a test of a counter that loses updates

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::thread;

#[derive(Default)]
pub struct Counter {
    value: AtomicUsize,
}

impl Counter {
    pub fn increment(&self) -> usize {
        let next = self.get() + 1;
        self.value.store(next, Ordering::SeqCst);
        next
    }

    pub fn get(&self) -> usize {
        self.value.load(Ordering::SeqCst)
    }
}

#[test]
fn increments_from_two_threads() {
    let counter = Arc::new(Counter::default());
    let clone = counter.clone();
    let t = thread::spawn(move || {
        clone.increment();
    });
    counter.increment();
    t.join().unwrap();
    assert_eq!(counter.get(), 2);
}
