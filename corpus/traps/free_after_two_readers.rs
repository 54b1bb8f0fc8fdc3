//@ bug: undefined-behavior
//@ source: a free that races with reads by two threads, one of which reads twice: which read is said to be the one
//@ source: must not depend on the order of reads

use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;

static SHARED: AtomicPtr<i32> = AtomicPtr::new(null_mut());

fn read() -> Option<i32> {
    let shared = SHARED.load(Ordering::Acquire);
    (!shared.is_null()).then(|| unsafe { *shared })
}

fn main() {
    let owner = thread::spawn(|| {
        SHARED.store(Box::into_raw(Box::new(0)), Ordering::Release);
        read()
    });
    let other = thread::spawn(|| (read(), read()));
    let old = SHARED.swap(null_mut(), Ordering::AcqRel);
    if !old.is_null() {
        drop(unsafe { Box::from_raw(old) });
    }
    owner.join().unwrap();
    other.join().unwrap();
}
