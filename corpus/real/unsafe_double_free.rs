//@ bug: undefined-behavior
//@ bug: data-race
//@ source: two threads take the same box out of an atomic pointer

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::Arc;
use std::thread;

struct Mailbox {
    slot: AtomicPtr<u32>,
}

impl Mailbox {
    fn take(&self) -> Option<Box<u32>> {
        let p = self.slot.load(Ordering::Acquire);
        if p.is_null() {
            return None;
        }
        self.slot.store(ptr::null_mut(), Ordering::Release);
        Some(unsafe { Box::from_raw(p) })
    }
}

fn main() {
    let mailbox = Arc::new(Mailbox { slot: AtomicPtr::new(Box::into_raw(Box::new(5))) });
    let m = Arc::clone(&mailbox);
    let t = thread::spawn(move || m.take().is_some());
    let here = mailbox.take().is_some();
    let there = t.join().unwrap();
    assert!(here || there);
}
