//@ bug: undefined-behavior
//@ source: a pointer that two threads both take back as a box

use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::Arc;
use std::thread;

fn take(slot: &AtomicPtr<String>) -> Option<Box<String>> {
    let pointer = slot.load(Ordering::Acquire);
    if pointer.is_null() {
        return None;
    }
    slot.store(std::ptr::null_mut(), Ordering::Release);
    Some(unsafe { Box::from_raw(pointer) })
}

fn main() {
    let slot = Arc::new(AtomicPtr::new(Box::into_raw(Box::new("only once".to_string()))));
    let other = slot.clone();
    let t = thread::spawn(move || {
        let taken = take(&other);
        taken.is_some()
    }); // BUG
    let first = take(&slot).is_some(); // BUG
    let second = t.join().unwrap();
    assert!(first || second);
}
