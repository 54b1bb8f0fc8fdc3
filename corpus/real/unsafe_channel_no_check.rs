//@ bug: undefined-behavior
//@ bug: data-race
//@ source: the same channel without the flags: the receiver reads what was never written

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread;

struct Slot<T> {
    message: UnsafeCell<MaybeUninit<T>>,
    ready: AtomicBool,
}

unsafe impl<T: Send> Sync for Slot<T> {}

impl<T> Slot<T> {
    fn send(&self, message: T) {
        unsafe { (*self.message.get()).write(message) };
        self.ready.store(true, Ordering::Release);
    }

    unsafe fn receive(&self) -> T {
        unsafe { (*self.message.get()).assume_init_read() }
    }
}

fn main() {
    let slot = Arc::new(Slot {
        message: UnsafeCell::new(MaybeUninit::<u32>::uninit()),
        ready: AtomicBool::new(false),
    });
    let s = slot.clone();
    let t = thread::spawn(move || s.send(7));
    if !slot.ready.load(Ordering::Acquire) {
        // Surely it is there by now.
        thread::yield_now();
    }
    let n = unsafe { slot.receive() };
    t.join().unwrap();
    assert!(n == 7);
}
