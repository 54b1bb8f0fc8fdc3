//@ bug: undefined-behavior
//@ source: wakes a waiter on another thread's stack, then still reads from it

use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering::*};
use std::sync::Mutex;
use std::thread::{self, Thread};

struct Waiter {
    next: Cell<*const Waiter>,
    thread: Thread,
    woken: AtomicBool,
}

struct List {
    open: bool,
    first: *const Waiter,
}
unsafe impl Send for List {}

static LIST: Mutex<List> = Mutex::new(List {
    open: false,
    first: ptr::null(),
});

fn wait() {
    let waiter = Waiter {
        next: Cell::new(ptr::null()),
        thread: thread::current(),
        woken: AtomicBool::new(false),
    };
    {
        let mut list = LIST.lock().unwrap();
        if list.open {
            return;
        }
        waiter.next.set(list.first);
        list.first = &waiter;
    }
    while !waiter.woken.load(Acquire) {
        thread::park();
    }
}

fn open() {
    let mut list = LIST.lock().unwrap();
    list.open = true;
    let mut at = std::mem::replace(&mut list.first, ptr::null());
    while let Some(waiter) = unsafe { at.as_ref() } {
        waiter.woken.store(true, Release);
        waiter.thread.unpark();
        at = waiter.next.get();
    }
}

fn main() {
    let t = thread::spawn(wait);
    open();
    t.join().unwrap();
}
