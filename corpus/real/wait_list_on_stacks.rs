//@ no-bug
//@ source: an intrusive list of waiters that live on the stacks of the threads that wait

use std::cell::{Cell, UnsafeCell};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering::*};
use std::sync::Mutex;
use std::thread::{self, Thread};

struct Waiter {
    next: Cell<*const Waiter>,
    thread: Thread,
    woken: AtomicBool,
}

struct Gate {
    list: Mutex<List>,
}

struct List {
    open: bool,
    first: *const Waiter,
}
unsafe impl Send for List {}

impl Gate {
    fn wait(&self) {
        let waiter = Waiter {
            next: Cell::new(ptr::null()),
            thread: thread::current(),
            woken: AtomicBool::new(false),
        };
        {
            let mut list = self.list.lock().unwrap();
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

    fn open(&self) {
        let mut list = self.list.lock().unwrap();
        list.open = true;
        let mut at = std::mem::replace(&mut list.first, ptr::null());
        while let Some(waiter) = unsafe { at.as_ref() } {
            at = waiter.next.get();
            // The waiter may be gone as soon as it sees this.
            let thread = waiter.thread.clone();
            waiter.woken.store(true, Release);
            thread.unpark();
        }
    }
}

struct Shared(UnsafeCell<u32>);
unsafe impl Sync for Shared {}

fn main() {
    let gate = Gate {
        list: Mutex::new(List {
            open: false,
            first: ptr::null(),
        }),
    };
    let data = Shared(UnsafeCell::new(0));
    let (gate, data) = (&gate, &data);
    thread::scope(|s| {
        for _ in 0..2 {
            s.spawn(move || {
                gate.wait();
                assert_eq!(unsafe { *data.0.get() }, 7);
            });
        }
        unsafe { *data.0.get() = 7 };
        gate.open();
    });
}
