//@ no-bug
//@ executions: 6
//@ formula: N!
//@ counts: N=1: 1, N=2: 2, N=3: 6, N=4: 24, N=5: 120
//@ source: a lock taken by swaps, in a method that its user's loop calls

use std::cell::UnsafeCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

const N: usize = 3;

struct SpinLock<T> {
    locked: AtomicBool,
    value: UnsafeCell<T>,
}

unsafe impl<T: Send> Sync for SpinLock<T> {}

impl<T> SpinLock<T> {
    fn try_lock(&self) -> bool {
        !self.locked.swap(true, Ordering::Acquire)
    }

    fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        while !self.try_lock() {
            thread::yield_now();
        }
        let result = f(unsafe { &mut *self.value.get() });
        self.locked.store(false, Ordering::Release);
        result
    }
}

fn main() {
    let counter = Arc::new(SpinLock {
        locked: AtomicBool::new(false),
        value: UnsafeCell::new(0),
    });
    let threads: Vec<_> = (0..N)
        .map(|_| {
            let counter = Arc::clone(&counter);
            thread::spawn(move || counter.with(|n| *n += 1))
        })
        .collect();
    for t in threads {
        t.join().unwrap();
    }
    assert_eq!(counter.with(|n| *n), N);
}
