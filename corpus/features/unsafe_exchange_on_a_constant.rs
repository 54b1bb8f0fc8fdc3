//@ bug: undefined-behavior
//@ source: a compare-exchange may write, and so must not be done to a static that never changes, though it fails

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

static FIVE: u32 = 5;

fn main() {
    let five = unsafe { AtomicU32::from_ptr((&raw const FIVE).cast_mut()) };
    assert_eq!(five.load(SeqCst), 5);
    assert!(five.compare_exchange(3, 4, SeqCst, SeqCst).is_err());
}
