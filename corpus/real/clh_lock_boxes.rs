//@ no-bug
//@ source: the CLH queue lock with boxed nodes and a guard that implements `DerefMut`

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::Arc;

struct QNode(AtomicBool);
pub struct Clh<T: ?Sized> {
    tail: AtomicPtr<QNode>,
    value: UnsafeCell<T>,
}
pub struct Guard<'a, T: ?Sized> {
    lock: &'a Clh<T>,
    mine: *mut QNode,
    pred: *mut QNode,
}
unsafe impl<T: ?Sized + Send> Sync for Clh<T> {}
unsafe impl<T: ?Sized + Send> Send for Clh<T> {}
impl<T> Clh<T> {
    pub fn new(value: T) -> Self {
        Clh {
            tail: AtomicPtr::new(Box::into_raw(Box::new(QNode(AtomicBool::new(false))))),
            value: UnsafeCell::new(value),
        }
    }
}
impl<T: ?Sized> Clh<T> {
    pub fn lock(&self) -> Guard<'_, T> {
        let mine = Box::into_raw(Box::new(QNode(AtomicBool::new(true))));
        let pred = self.tail.swap(mine, Ordering::AcqRel);
        while unsafe { &*pred }.0.load(Ordering::Acquire) {
            std::thread::yield_now();
        }
        Guard {
            lock: self,
            mine,
            pred,
        }
    }
}
impl<T: ?Sized> Drop for Guard<'_, T> {
    fn drop(&mut self) {
        unsafe {
            drop(Box::from_raw(self.pred));
            (*self.mine).0.store(false, Ordering::Release);
        }
    }
}
impl<T: ?Sized> Deref for Guard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { &*self.lock.value.get() }
    }
}
impl<T: ?Sized> DerefMut for Guard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.lock.value.get() }
    }
}
impl<T: ?Sized> Drop for Clh<T> {
    fn drop(&mut self) {
        drop(unsafe { Box::from_raw(*self.tail.get_mut()) })
    }
}

fn main() {
    let l = Arc::new(Clh::new([0i32; 2]));
    let hs: Vec<_> = (0..2usize)
        .map(|i| {
            let l = l.clone();
            std::thread::spawn(move || {
                let mut g = l.lock();
                g[i] += 1;
                g[1 - i] *= 1;
            })
        })
        .collect();
    hs.into_iter().for_each(|h| h.join().unwrap());
    assert_eq!(l.lock().iter().sum::<i32>(), 2);
}
