//@ bug: data-race
//@ weak-orderings: yes
//! Two threads count under a spin lock, and one of them has looked at the count before it took the lock. When it is first
//! to take it, the lock orders that look before the other's addition. So it is a race only the other way round, though
//! which of two goes first that only count makes no other difference.

use std::cell::UnsafeCell;
use std::hint;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct Counter {
    held: AtomicBool,
    count: UnsafeCell<u32>,
}

// Every access is meant to be made with `held` set.
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
    let other = thread::spawn(|| COUNTER.add());
    let before = unsafe { *COUNTER.count.get() };
    COUNTER.add();
    other.join().unwrap();
    println!("{before}");
}
