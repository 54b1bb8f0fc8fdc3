//@ bug: undefined-behavior
//@ message: "access through a pointer without provenance: one that was made of a number alone"
//@ source: an address goes to a thread as a number, and comes back as a pointer that may point at nothing
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering::*};
use std::thread;

static ADDRESS: AtomicUsize = AtomicUsize::new(0);

fn main() {
    let number = Box::into_raw(Box::new(77));
    ADDRESS.store(number.addr(), Release);
    let other = thread::spawn(|| {
        let address = ADDRESS.load(Acquire);
        let number: *mut i32 = ptr::without_provenance_mut(address);
        unsafe { *number += 1 };
    });
    other.join().unwrap();
    drop(unsafe { Box::from_raw(number) });
}
