//@ bug: undefined-behavior
//@ message: "use after free"
//@ source: nobody reads through the reference, but it is made when the memory is gone for sure

use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;

fn main() {
    let value = Box::into_raw(Box::new(3u32));
    let shared = AtomicPtr::new(value);
    thread::scope(|scope| {
        scope.spawn(|| drop(unsafe { Box::from_raw(shared.load(Ordering::SeqCst)) }));
    });
    let reference = unsafe { &*value };
    assert!(std::ptr::eq(reference, value));
}
