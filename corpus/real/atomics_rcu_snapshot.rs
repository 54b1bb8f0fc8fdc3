//@ no-bug
//@ outcomes: 2
//@ source: read-copy-update: readers count themselves in, the writer swaps the pointer and waits for them before it frees

use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::thread;

pub struct Rcu<T> {
    current: AtomicPtr<T>,
    readers: AtomicUsize,
}

pub struct Guard<'a, T> {
    rcu: &'a Rcu<T>,
    value: &'a T,
}

impl<T> Rcu<T> {
    pub fn new(value: T) -> Self {
        Rcu { current: AtomicPtr::new(Box::into_raw(Box::new(value))), readers: AtomicUsize::new(0) }
    }

    pub fn read(&self) -> Guard<'_, T> {
        self.readers.fetch_add(1, Ordering::SeqCst);
        let value = unsafe { &*self.current.load(Ordering::SeqCst) };
        Guard { rcu: self, value }
    }

    pub fn update(&self, f: impl FnOnce(&T) -> T) {
        let old = self.current.load(Ordering::SeqCst);
        let new = Box::into_raw(Box::new(f(unsafe { &*old })));
        self.current.store(new, Ordering::SeqCst);
        while self.readers.load(Ordering::SeqCst) != 0 {
            std::hint::spin_loop();
        }
        drop(unsafe { Box::from_raw(old) });
    }
}

impl<T> std::ops::Deref for Guard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.value
    }
}
impl<T> Drop for Guard<'_, T> {
    fn drop(&mut self) {
        self.rcu.readers.fetch_sub(1, Ordering::SeqCst);
    }
}
impl<T> Drop for Rcu<T> {
    fn drop(&mut self) {
        unsafe { drop(Box::from_raw(*self.current.get_mut())) }
    }
}

fn main() {
    let config = Rcu::new(vec![1, 2]);
    thread::scope(|s| {
        s.spawn(|| config.update(|old| old.iter().map(|n| n * 10).chain([30]).collect()));
        let guard = config.read();
        let sum: i32 = guard.iter().sum();
        println!("{sum}");
    });
    assert_eq!(config.read().len(), 3);
}
