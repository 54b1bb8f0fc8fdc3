//@ no-bug
//@ weak-orderings: yes
//! A spin lock with a guard, as tutorials write it: eight threads take it fifty times each to add to a tally. Who finds it
//! taken waits until it looks free before the next attempt. Each order of the four hundred sections gives the same.

use std::cell::UnsafeCell;
use std::hint;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

pub struct SpinLock<T> {
    locked: AtomicBool,
    value: UnsafeCell<T>,
}

unsafe impl<T: Send> Sync for SpinLock<T> {}

pub struct SpinGuard<'a, T> {
    lock: &'a SpinLock<T>,
}

impl<T> SpinLock<T> {
    pub const fn new(value: T) -> Self {
        SpinLock {
            locked: AtomicBool::new(false),
            value: UnsafeCell::new(value),
        }
    }

    pub fn lock(&self) -> SpinGuard<'_, T> {
        while self
            .locked
            .compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed)
            .is_err()
        {
            while self.locked.load(Ordering::Relaxed) {
                hint::spin_loop();
            }
        }
        SpinGuard { lock: self }
    }
}

impl<T> Deref for SpinGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        unsafe { &*self.lock.value.get() }
    }
}

impl<T> DerefMut for SpinGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.lock.value.get() }
    }
}

impl<T> Drop for SpinGuard<'_, T> {
    fn drop(&mut self) {
        self.lock.locked.store(false, Ordering::Release);
    }
}

#[derive(Default)]
struct Tally {
    visits: u32,
    weight: u64,
}

fn main() {
    let tally = Arc::new(SpinLock::new(Tally::default()));
    let visitors: Vec<_> = (1..=8u64)
        .map(|weight| {
            let tally = Arc::clone(&tally);
            thread::spawn(move || {
                for _ in 0..50 {
                    let mut tally = tally.lock();
                    tally.visits += 1;
                    tally.weight += weight;
                }
            })
        })
        .collect();
    for visitor in visitors {
        visitor.join().unwrap();
    }
    let total = tally.lock();
    assert_eq!(total.visits, 400);
    println!("{} visits, {} in all", total.visits, total.weight);
}
