//! A lock of the program's own making around plain data, round after round: what follows when all threads have
//! been joined is a matter of the state alone, also where plain accesses may race.
//@ no-bug
//@ weak-orderings

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

#[derive(Default)]
struct Counter {
    next: AtomicU32,
    serving: AtomicU32,
    value: UnsafeCell<u32>,
}

unsafe impl Sync for Counter {}

impl Counter {
    fn increment(&self) {
        let ticket = self.next.fetch_add(1, Ordering::Relaxed);
        while self.serving.load(Ordering::Acquire) != ticket {
            std::hint::spin_loop();
        }
        unsafe { *self.value.get() += 1 };
        self.serving.store(ticket + 1, Ordering::Release);
    }
}

const ROUNDS: u32 = 6;

fn main() {
    for _ in 0..ROUNDS {
        let counter = Counter::default();
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| (0..2).for_each(|_| counter.increment()));
            }
        });
        assert_eq!(counter.value.into_inner(), 6);
    }
}
