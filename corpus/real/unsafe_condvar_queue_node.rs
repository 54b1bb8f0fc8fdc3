//@ no-bug
//@ source: an intrusive wait list: each waiter parks on a node on its own stack

use std::cell::UnsafeCell;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::thread::{self, Thread};

struct Waiter {
    thread: UnsafeCell<Option<Thread>>,
    signaled: AtomicBool,
    next: *mut Waiter,
}

/// An event that is set once and wakes everybody who waits.
struct Event {
    /// The list of waiters, or `SET`.
    state: AtomicPtr<Waiter>,
}

const SET: *mut Waiter = usize::MAX as *mut Waiter;

impl Event {
    fn new() -> Self {
        Event { state: AtomicPtr::new(ptr::null_mut()) }
    }

    fn wait(&self) {
        let mut node = Waiter {
            thread: UnsafeCell::new(Some(thread::current())),
            signaled: AtomicBool::new(false),
            next: ptr::null_mut(),
        };
        let mut head = self.state.load(Ordering::Acquire);
        loop {
            if head == SET {
                return;
            }
            node.next = head;
            let me: *mut Waiter = &mut node;
            match self.state.compare_exchange(head, me, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => break,
                Err(now) => head = now,
            }
        }
        while !node.signaled.load(Ordering::Acquire) {
            thread::park();
        }
    }

    fn set(&self) {
        let mut at = self.state.swap(SET, Ordering::AcqRel);
        while !at.is_null() && at != SET {
            unsafe {
                let next = (*at).next;
                let thread = (*(*at).thread.get()).take().unwrap();
                (*at).signaled.store(true, Ordering::Release);
                thread.unpark();
                at = next;
            }
        }
    }
}

fn main() {
    let event = Event::new();
    thread::scope(|s| {
        s.spawn(|| event.wait());
        s.spawn(|| event.set());
        event.wait();
    });
    println!("everybody is awake");
}
