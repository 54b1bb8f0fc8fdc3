//@ bug: data-race
//@ source: a box is published by a relaxed store, and freed by the thread that takes it: the free
//@ source: races with the write that filled the box

use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;
static Q: AtomicPtr<i32> = AtomicPtr::new(null_mut());
fn main() {
    let first = thread::spawn(|| Q.store(Box::into_raw(Box::new(1)), Ordering::Relaxed));
    let other = thread::spawn(|| {});
    let last = thread::spawn(|| {
        Q.store(Box::into_raw(Box::new(1)), Ordering::Release);
        let q = Q.swap(null_mut(), Ordering::Relaxed);
        if !q.is_null() {
            drop(unsafe { Box::from_raw(q) });
        }
    });
    first.join().unwrap();
    other.join().unwrap();
    last.join().unwrap();
}
