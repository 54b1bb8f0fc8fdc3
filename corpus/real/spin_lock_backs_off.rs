//@ no-bug
//@ weak-orderings: yes
//! Six threads take a spin lock of the program's own a hundred times each to count. Who finds it taken looks on for a
//! while that doubles each time, and yields in the end (as Anderson 1990, *The performance of spin lock alternatives*,
//! has it). How long somebody pauses makes no difference to what he does then.

use std::cell::UnsafeCell;
use std::hint;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

const THREADS: u32 = 6;
const ROUNDS: u32 = 100;
const MOST_PAUSES: u32 = 1 << 6;

struct Backoff {
    pauses: u32,
}

impl Backoff {
    fn new() -> Self {
        Backoff { pauses: 1 }
    }

    fn pause(&mut self) {
        if self.pauses > MOST_PAUSES {
            thread::yield_now();
            return;
        }
        for _ in 0..self.pauses {
            hint::spin_loop();
        }
        self.pauses *= 2;
    }
}

struct SpinLock<T> {
    taken: AtomicBool,
    value: UnsafeCell<T>,
}

// Who has the lock has the value.
unsafe impl<T: Send> Sync for SpinLock<T> {}

struct Guard<'a, T>(&'a SpinLock<T>);

impl<T> SpinLock<T> {
    const fn new(value: T) -> Self {
        SpinLock {
            taken: AtomicBool::new(false),
            value: UnsafeCell::new(value),
        }
    }

    fn lock(&self) -> Guard<'_, T> {
        let mut backoff = Backoff::new();
        while self
            .taken
            .compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed)
            .is_err()
        {
            while self.taken.load(Ordering::Relaxed) {
                backoff.pause();
            }
        }
        Guard(self)
    }
}

impl<T> Deref for Guard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { &*self.0.value.get() }
    }
}

impl<T> DerefMut for Guard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.0.value.get() }
    }
}

impl<T> Drop for Guard<'_, T> {
    fn drop(&mut self) {
        self.0.taken.store(false, Ordering::Release);
    }
}

static COUNT: SpinLock<u32> = SpinLock::new(0);

fn main() {
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                for _ in 0..ROUNDS {
                    *COUNT.lock() += 1;
                }
            });
        }
    });
    assert_eq!(*COUNT.lock(), THREADS * ROUNDS);
}
