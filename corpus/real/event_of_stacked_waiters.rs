//@ no-bug
//@ source: an event whose waiters are nodes on their own stacks, as in the standard library's Once
use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering::*};
use std::thread::{self, Thread};
struct Waiter {
    thread: Cell<Option<Thread>>,
    signaled: AtomicBool,
    next: *mut Waiter,
}
const DONE: *mut Waiter = 1 as *mut Waiter;
struct Event(AtomicPtr<Waiter>);
impl Event {
    const fn new() -> Self {
        Event(AtomicPtr::new(ptr::null_mut()))
    }
    fn wait(&self) {
        let mut cur = self.0.load(Acquire);
        loop {
            if cur == DONE {
                return;
            }
            let node = Waiter {
                thread: Cell::new(Some(thread::current())),
                signaled: AtomicBool::new(false),
                next: cur,
            };
            match self.0.compare_exchange(
                cur,
                &node as *const Waiter as *mut Waiter,
                Release,
                Acquire,
            ) {
                Err(e) => {
                    cur = e;
                    continue;
                }
                Ok(_) => {
                    while !node.signaled.load(Acquire) {
                        thread::park();
                    }
                    return;
                }
            }
        }
    }
    fn set(&self) {
        let mut q = self.0.swap(DONE, AcqRel);
        while !q.is_null() && q != DONE {
            unsafe {
                let next = (*q).next;
                let t = (*q).thread.take().unwrap();
                (*q).signaled.store(true, Release);
                q = next;
                t.unpark();
            }
        }
    }
}
static E: Event = Event::new();
static mut V: u32 = 0;
fn main() {
    let hs: Vec<_> = (0..2)
        .map(|_| {
            thread::spawn(|| {
                E.wait();
                unsafe { V }
            })
        })
        .collect();
    unsafe {
        V = 5;
    }
    E.set();
    for h in hs {
        assert_eq!(h.join().unwrap(), 5);
    }
}
