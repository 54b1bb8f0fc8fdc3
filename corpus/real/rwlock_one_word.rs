//@ no-bug
//@ source: a readers-writer lock of one word: readers counted in twos, a waiting writer as the odd bit

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU32, Ordering::*};
use std::thread;

const WRITTEN: u32 = u32::MAX;

struct RwLock<T> {
    state: AtomicU32,
    value: UnsafeCell<T>,
}
unsafe impl<T: Send + Sync> Sync for RwLock<T> {}
struct Read<'a, T> {
    lock: &'a RwLock<T>,
}
struct Write<'a, T> {
    lock: &'a RwLock<T>,
}

impl<T> RwLock<T> {
    fn read(&self) -> Read<'_, T> {
        let mut state = self.state.load(Relaxed);
        loop {
            if state % 2 == 1 {
                thread::yield_now();
                state = self.state.load(Relaxed);
                continue;
            }
            match self
                .state
                .compare_exchange_weak(state, state + 2, Acquire, Relaxed)
            {
                Ok(_) => return Read { lock: self },
                Err(now) => state = now,
            }
        }
    }
    fn write(&self) -> Write<'_, T> {
        let mut state = self.state.load(Relaxed);
        loop {
            if state <= 1 {
                match self
                    .state
                    .compare_exchange(state, WRITTEN, Acquire, Relaxed)
                {
                    Ok(_) => return Write { lock: self },
                    Err(now) => state = now,
                }
                continue;
            }
            if state % 2 == 0 {
                let _ = self
                    .state
                    .compare_exchange(state, state + 1, Relaxed, Relaxed);
            }
            thread::yield_now();
            state = self.state.load(Relaxed);
        }
    }
}
impl<T> Deref for Read<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { &*self.lock.value.get() }
    }
}
impl<T> Deref for Write<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { &*self.lock.value.get() }
    }
}
impl<T> DerefMut for Write<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.lock.value.get() }
    }
}
impl<T> Drop for Read<'_, T> {
    fn drop(&mut self) {
        self.lock.state.fetch_sub(2, Release);
    }
}
impl<T> Drop for Write<'_, T> {
    fn drop(&mut self) {
        self.lock.state.store(0, Release);
    }
}

fn main() {
    let lock = RwLock {
        state: AtomicU32::new(0),
        value: UnsafeCell::new((0, 0)),
    };
    thread::scope(|s| {
        s.spawn(|| {
            let mut pair = lock.write();
            pair.0 += 1;
            pair.1 += 1;
        });
        s.spawn(|| {
            let pair = lock.read();
            assert_eq!(pair.0, pair.1);
        });
    });
    assert_eq!(*lock.read(), (1, 1));
}
