//@ no-bug
//@ source: a counter in the 16 bits above a pointer's 48, as lock-free stacks have it: no address needs more, of whichever thread's, of statics and of locals

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

const MASK: u64 = (1 << 48) - 1;
static HEAD: AtomicU64 = AtomicU64::new(0);
static END: u32 = 7;

fn packed(pointer: *const u32, count: u64) -> u64 {
    pointer as u64 | count << 48
}

fn unpacked(word: u64) -> (*mut u32, u64) {
    ((word & MASK) as *mut u32, word >> 48)
}

fn main() {
    thread::spawn(|| {
        let node = Box::into_raw(Box::new(5));
        HEAD.store(packed(node, 0xffff), Ordering::Release);
    })
    .join()
    .unwrap();
    let (node, count) = unpacked(HEAD.load(Ordering::Acquire));
    let node = unsafe { Box::from_raw(node) };
    assert_eq!((*node, count), (5, 0xffff));

    let (end, count) = unpacked(packed(&END, 3));
    assert_eq!((unsafe { *end }, count), (7, 3));

    for round in 0..70 {
        let local = round;
        let (place, count) = unpacked(packed(&local, 9));
        assert_eq!((unsafe { *place }, count), (round, 9));
    }
}
