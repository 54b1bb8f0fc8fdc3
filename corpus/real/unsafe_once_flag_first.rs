//@ bug: panic
//@ bug: data-race
//@ message: "called `Option::unwrap()` on a `None` value"
//@ source: lazy initialization that says it is done before it is

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct Lazy {
    started: AtomicBool,
    value: UnsafeCell<Option<u64>>,
}

unsafe impl Sync for Lazy {}

static LAZY: Lazy = Lazy { started: AtomicBool::new(false), value: UnsafeCell::new(None) };

fn get() -> u64 {
    if !LAZY.started.swap(true, Ordering::SeqCst) {
        unsafe { *LAZY.value.get() = Some(6 * 7) };
    }
    unsafe { *LAZY.value.get() }.unwrap()
}

fn main() {
    let t = thread::spawn(get);
    assert_eq!(get(), 42);
    t.join().unwrap();
}
