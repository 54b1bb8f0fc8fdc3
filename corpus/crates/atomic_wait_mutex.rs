//@ no-bug
//@ source: the three-state mutex of a book on atomics and locks, over futex-like waiting

use atomic_wait::{wait, wake_one};
use std::cell::UnsafeCell;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::thread;

pub struct Mutex<T> {
    /// 0: unlocked, 1: locked, 2: locked and others may wait.
    state: AtomicU32,
    value: UnsafeCell<T>,
}

unsafe impl<T: Send> Sync for Mutex<T> {}

impl<T> Mutex<T> {
    pub const fn new(value: T) -> Self {
        Self {
            state: AtomicU32::new(0),
            value: UnsafeCell::new(value),
        }
    }

    pub fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        if self.state.compare_exchange(0, 1, Acquire, Relaxed).is_err() {
            while self.state.swap(2, Acquire) != 0 {
                wait(&self.state, 2);
            }
        }
        let result = f(unsafe { &mut *self.value.get() });
        if self.state.swap(0, Release) == 2 {
            wake_one(&self.state);
        }
        result
    }
}

fn main() {
    static TOTAL: Mutex<u32> = Mutex::new(0);
    let other = thread::spawn(|| TOTAL.with(|total| *total += 1));
    TOTAL.with(|total| *total += 1);
    other.join().unwrap();
    assert_eq!(TOTAL.with(|total| *total), 2);
}
