//@ bug: data-race
//@ with: --set ORDERS=true => no-bug
//@ weak-orderings: yes
//! A store that orders nothing, then another thread's, which a third thread acquires, to read the number as plain
//! memory. That races with the first store, which the second one came after without knowing of it.

use std::sync::atomic::{AtomicU32, Ordering::{Acquire, Relaxed, Release}};
use std::thread;

const ORDERS: bool = false;

static NUMBER: AtomicU32 = AtomicU32::new(0);
static FIRST: AtomicU32 = AtomicU32::new(0);

fn main() {
    let one = thread::spawn(|| {
        NUMBER.store(1, Relaxed);
        FIRST.store(1, if ORDERS { Release } else { Relaxed });
    });
    let two = thread::spawn(|| {
        if FIRST.load(if ORDERS { Acquire } else { Relaxed }) == 1 {
            NUMBER.store(2, Release);
        }
    });
    let three = thread::spawn(|| match NUMBER.load(Acquire) {
        2 => unsafe { *NUMBER.as_ptr() },
        other => other,
    });
    one.join().unwrap();
    two.join().unwrap();
    println!("{}", three.join().unwrap() < 3);
}
