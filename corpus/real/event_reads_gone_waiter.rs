//@ bug: undefined-behavior
//@ source: an event that reads a waiter's link after it has let the waiter go
use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering::*};
use std::thread::{self, Thread};
struct Waiter {
    thread: Cell<Option<Thread>>,
    signaled: AtomicBool,
    next: *mut Waiter,
}
static HEAD: AtomicPtr<Waiter> = AtomicPtr::new(ptr::null_mut());
fn wait() {
    let node = Waiter {
        thread: Cell::new(Some(thread::current())),
        signaled: AtomicBool::new(false),
        next: HEAD.load(Acquire),
    };
    HEAD.store(&node as *const _ as *mut _, Release);
    while !node.signaled.load(Acquire) {
        thread::park();
    }
}
fn main() {
    let t = thread::spawn(wait);
    let mut q;
    loop {
        q = HEAD.swap(ptr::null_mut(), AcqRel);
        if !q.is_null() {
            break;
        }
        thread::yield_now();
    }
    while !q.is_null() {
        unsafe {
            let t = (*q).thread.take().unwrap();
            (*q).signaled.store(true, Release);
            t.unpark();
            q = (*q).next;
        }
    }
    t.join().unwrap();
}
