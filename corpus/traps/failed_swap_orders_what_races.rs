//@ bug: data-race
//! A thread that finds a spin lock taken swaps all the same, and who swaps after it knows what it did before: then the
//! write and the sum do not race, and the reader gets 1. They race where it does not come round in that moment.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

struct Slot(UnsafeCell<u32>);

// Nothing sees to that.
unsafe impl Sync for Slot {}

static TAKEN: AtomicBool = AtomicBool::new(false);
static SLOT: Slot = Slot(UnsafeCell::new(7));

fn locked<T>(section: impl FnOnce() -> T) -> T {
    while TAKEN.swap(true, SeqCst) {}
    let result = section();
    TAKEN.store(false, SeqCst);
    result
}

fn main() {
    let adder = thread::spawn(|| locked(|| unsafe { *SLOT.0.get() += 1 }));
    let reader = thread::spawn(|| {
        unsafe { *SLOT.0.get() = 0 };
        locked(|| unsafe { *SLOT.0.get() })
    });
    locked(|| ());
    adder.join().unwrap();
    println!("{}", reader.join().unwrap());
}
