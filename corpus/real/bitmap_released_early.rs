//@ bug: data-race
//@ source: a pool whose guard gives its slot back before it has dropped the value

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicUsize, Ordering::*};
use std::thread;

static FREE: AtomicUsize = AtomicUsize::new(0b1);
struct Slots(UnsafeCell<Option<Box<u32>>>);
unsafe impl Sync for Slots {}
static SLOTS: Slots = Slots(UnsafeCell::new(None));

struct Guard;
impl Guard {
    fn take(value: u32) -> Option<Guard> {
        FREE.compare_exchange(1, 0, Acquire, Relaxed).ok()?;
        unsafe { *SLOTS.0.get() = Some(Box::new(value)) };
        Some(Guard)
    }
}
impl Drop for Guard {
    fn drop(&mut self) {
        FREE.fetch_or(1, Release);
        unsafe { (*SLOTS.0.get()).take() };
    }
}

fn main() {
    let t = thread::spawn(|| drop(Guard::take(1)));
    drop(Guard::take(2));
    t.join().unwrap();
}
