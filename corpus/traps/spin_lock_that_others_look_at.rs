//@ bug: panic
//@ weak-orderings: yes
//! Two threads count under a spin lock, which a third only looks at: it takes for granted that nobody holds it for
//! longer than a moment. A search that takes each section for one step never shows it held.

use std::cell::UnsafeCell;
use std::hint;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct Counter {
    held: AtomicBool,
    count: UnsafeCell<u32>,
}

// The count is only touched with `held` set.
unsafe impl Sync for Counter {}

impl Counter {
    fn add(&self) {
        while self.held.swap(true, Ordering::Acquire) {
            hint::spin_loop();
        }
        unsafe { *self.count.get() += 1 };
        self.held.store(false, Ordering::Release);
    }
}

static COUNTER: Counter = Counter {
    held: AtomicBool::new(false),
    count: UnsafeCell::new(0),
};

fn main() {
    thread::scope(|scope| {
        scope.spawn(|| COUNTER.add());
        scope.spawn(|| COUNTER.add());
        scope.spawn(|| {
            assert!(!COUNTER.held.load(Ordering::Relaxed), "nobody is there");
        });
    });
}
