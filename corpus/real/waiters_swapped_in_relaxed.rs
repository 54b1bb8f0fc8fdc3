//@ bug: data-race
//@ weak-orderings: yes
//! A queue lock that hands its waiters' flags on with a relaxed swap: a waiter's first look at the flag of who came
//! before races with the flag's initialization. With `AcqRel` at the swap that look finds the flag up, and the waiter
//! goes round again; the report says so, though no step of that run is left to be taken.

use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::thread;

struct Waiters {
    last: AtomicPtr<AtomicBool>,
}

impl Waiters {
    fn new() -> Self {
        let nobody = Box::leak(Box::new(AtomicBool::new(false)));
        Waiters { last: AtomicPtr::new(nobody) }
    }

    fn enter(&self) -> NonNull<AtomicBool> {
        let own = NonNull::from(Box::leak(Box::new(AtomicBool::new(true))));
        let ahead = self.last.swap(own.as_ptr(), Ordering::Relaxed);
        unsafe {
            while (*ahead).load(Ordering::Acquire) {
                std::hint::spin_loop();
            }
            drop(Box::from_raw(ahead));
        }
        own
    }

    fn leave(&self, own: NonNull<AtomicBool>) {
        unsafe { own.as_ref() }.store(false, Ordering::Release);
    }
}

fn main() {
    let waiters = Waiters::new();
    let turn = || {
        let own = waiters.enter();
        waiters.leave(own);
    };
    thread::scope(|s| {
        s.spawn(turn);
        s.spawn(turn);
    });
}
