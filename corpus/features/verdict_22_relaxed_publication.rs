//@ bug: data-race
//@ source: a Relaxed flag does not order the data behind it

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
        s.ready.store(true, Ordering::Relaxed);
    });
    if slot.ready.load(Ordering::Relaxed) {
        let v = unsafe { *slot.data.get() };
        assert_eq!(v, 42);
    }
    t.join().unwrap();
}
