//@ bug: undefined-behavior
//@ source: a pinned waiter in a list that its drop does not leave

use std::cell::Cell;
use std::marker::PhantomPinned;
use std::pin::{pin, Pin};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering::*};
use std::sync::Mutex;
use std::thread;

struct Waiter {
    next: Cell<*const Waiter>,
    notified: AtomicBool,
    _pin: PhantomPinned,
}

struct Queue(Mutex<*const Waiter>);
unsafe impl Sync for Queue {}

impl Waiter {
    fn new() -> Waiter {
        Waiter {
            next: Cell::new(ptr::null()),
            notified: AtomicBool::new(false),
            _pin: PhantomPinned,
        }
    }
    fn enlist(self: Pin<&Self>, queue: &Queue) {
        let mut first = queue.0.lock().unwrap();
        self.next.set(*first);
        *first = self.get_ref();
    }
}

impl Queue {
    fn notify_all(&self) {
        let mut first = self.0.lock().unwrap();
        let mut at = std::mem::replace(&mut *first, ptr::null());
        while !at.is_null() {
            unsafe {
                (*at).notified.store(true, Release);
                at = (*at).next.get();
            }
        }
    }
}

fn wait_or_give_up(queue: &Queue) -> bool {
    let waiter = pin!(Waiter::new());
    waiter.as_ref().enlist(queue);
    for _ in 0..2 {
        if waiter.notified.load(Acquire) {
            return true;
        }
        thread::yield_now();
    }
    false
}

fn main() {
    let queue = Queue(Mutex::new(ptr::null()));
    thread::scope(|s| {
        s.spawn(|| wait_or_give_up(&queue));
        queue.notify_all();
    });
}
