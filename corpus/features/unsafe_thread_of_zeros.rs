//@ bug: undefined-behavior
//@ source: new; what names a thread is never null; that of main is no such value
use std::mem;
use std::thread::{self, Thread};

fn main() {
    let copy: Thread = unsafe { mem::transmute_copy(&mem::ManuallyDrop::new(thread::current())) };
    assert_eq!(copy.name(), Some("main"));
    mem::forget(copy);
    let none: Thread = unsafe { mem::zeroed() };
    mem::forget(none);
}
