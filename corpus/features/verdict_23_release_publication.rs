//@ no-bug
//@ source: as verdict_22, with Release and Acquire

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread;

#[derive(Default)]
struct Slot {
    data: UnsafeCell<u64>,
    ready: AtomicBool,
}

unsafe impl Sync for Slot {}

fn main() {
    let slot = Arc::new(Slot::default());
    let s = Arc::clone(&slot);
    let t = thread::spawn(move || {
        unsafe { *s.data.get() = 42 };
        s.ready.store(true, Ordering::Release);
    });
    if slot.ready.load(Ordering::Acquire) {
        let v = unsafe { *slot.data.get() };
        assert_eq!(v, 42);
    }
    t.join().unwrap();
}
