//@ bug: undefined-behavior
//@ source: read-copy-update without any grace period: frees under the reader

use std::sync::atomic::{AtomicPtr, Ordering::*};
use std::sync::Arc;
use std::thread;
struct Shared {
    head: AtomicPtr<[u32; 4]>,
}
fn main() {
    let s = Arc::new(Shared {
        head: AtomicPtr::new(Box::into_raw(Box::new([1; 4]))),
    });
    let s2 = Arc::clone(&s);
    let w = thread::spawn(move || {
        let fresh = Box::into_raw(Box::new([2; 4]));
        let old = s2.head.swap(fresh, AcqRel);
        unsafe { drop(Box::from_raw(old)) };
    });
    let p = s.head.load(Acquire);
    let sum: u32 = unsafe { (*p).iter().sum() };
    assert!(sum % 4 == 0);
    w.join().unwrap();
}
