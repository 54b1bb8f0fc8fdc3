//@ bug: data-race
//@ bug: undefined-behavior
//@ source: a ring that publishes its index before it has written the slot

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::thread;

struct Ring {
    slots: [UnsafeCell<MaybeUninit<u32>>; 2],
    tail: AtomicUsize,
}

unsafe impl Sync for Ring {}

impl Ring {
    fn push(&self, value: u32) {
        let tail = self.tail.fetch_add(1, Ordering::Release);
        unsafe { (*self.slots[tail % 2].get()).write(value) }; // BUG
    }
    fn first(&self) -> Option<u32> {
        (self.tail.load(Ordering::Acquire) > 0)
            .then(|| unsafe { (*self.slots[0].get()).assume_init() }) // BUG
    }
}

fn main() {
    let slot = || UnsafeCell::new(MaybeUninit::uninit());
    let ring = Arc::new(Ring { slots: [slot(), slot()], tail: AtomicUsize::new(0) });
    let producer = ring.clone();
    let t = thread::spawn(move || producer.push(5));
    if let Some(value) = ring.first() {
        assert!(value == 5);
    }
    t.join().unwrap();
}
