//@ no-bug
//@ source: as unsafe_double_free, with a swap

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::Arc;
use std::thread;

struct Mailbox {
    slot: AtomicPtr<u32>,
}

impl Mailbox {
    fn take(&self) -> Option<Box<u32>> {
        let p = self.slot.swap(ptr::null_mut(), Ordering::AcqRel);
        (!p.is_null()).then(|| unsafe { Box::from_raw(p) })
    }
}

impl Drop for Mailbox {
    fn drop(&mut self) {
        drop(self.take());
    }
}

fn main() {
    let mailbox = Arc::new(Mailbox { slot: AtomicPtr::new(Box::into_raw(Box::new(5))) });
    let m = Arc::clone(&mailbox);
    let t = thread::spawn(move || m.take().map(|b| *b));
    let here = mailbox.take().map(|b| *b);
    let there = t.join().unwrap();
    println!("{:?}", here.xor(there));
}
