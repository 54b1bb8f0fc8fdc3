//@ no-bug
//@ source: a mutex of one's own: spin with yield, guard with Deref and Drop, UnsafeCell inside

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

pub struct Lock<T: ?Sized> {
    taken: AtomicBool,
    value: UnsafeCell<T>,
}

pub struct Guard<'a, T: ?Sized>(&'a Lock<T>);

unsafe impl<T: ?Sized + Send> Sync for Lock<T> {}

impl<T> Lock<T> {
    pub const fn new(value: T) -> Self {
        Lock { taken: AtomicBool::new(false), value: UnsafeCell::new(value) }
    }
}

impl<T: ?Sized> Lock<T> {
    pub fn lock(&self) -> Guard<'_, T> {
        while self.taken.swap(true, Ordering::Acquire) {
            thread::yield_now();
        }
        Guard(self)
    }
}

impl<T: ?Sized> Deref for Guard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { &*self.0.value.get() }
    }
}

impl<T: ?Sized> DerefMut for Guard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.0.value.get() }
    }
}

impl<T: ?Sized> Drop for Guard<'_, T> {
    fn drop(&mut self) {
        self.0.taken.store(false, Ordering::Release);
    }
}

static WORDS: Lock<Vec<&str>> = Lock::new(Vec::new());

fn main() {
    thread::scope(|s| {
        for word in ["one", "two"] {
            s.spawn(move || WORDS.lock().push(word));
        }
    });
    let mut words = WORDS.lock();
    words.sort();
    assert_eq!(*words, ["one", "two"]);
}
