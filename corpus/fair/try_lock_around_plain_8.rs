//@ no-bug
//@ weak-orderings
//@ source: eight threads that try a lock of their own making, around a counter that is plain data

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static LOCKED: AtomicBool = AtomicBool::new(false);
static mut COUNT: u32 = 0;

fn try_to_count() {
    let taken = LOCKED.compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed);
    if taken.is_ok() {
        unsafe { COUNT += 1 };
        LOCKED.store(false, Ordering::Release);
    }
}

fn main() {
    thread::scope(|s| {
        for _ in 0..8 {
            s.spawn(try_to_count);
        }
    });
    let count = unsafe { COUNT };
    assert!((1..=8).contains(&count));
}
