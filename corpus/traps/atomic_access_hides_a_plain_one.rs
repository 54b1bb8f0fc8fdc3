//@ bug: data-race
//@ with: --set WAY=1 => bug: data-race
//@ with: --set WAY=2 => bug: data-race
//@ with: --set WAY=3 => bug: data-race
//@ with: --set WAY=4 => bug: data-race
//@ with: --set WAY=5 => no-bug
//@ with: --set WAY=6 => no-bug
//@ weak-orderings: yes
//! One thread accesses a number as plain memory and then as the atomic that it is, and says so by a flag that orders
//! nothing. What the other thread does to the atomic then does not race with the atomic access that came last, but with
//! the plain one before it. Where the flag orders (5), or the plain access comes before the threads (6), nothing races.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

const WAY: u32 = 0;

static NUMBER: AtomicU32 = AtomicU32::new(0);
static DONE: AtomicU32 = AtomicU32::new(0);

fn first() {
    let plain = NUMBER.as_ptr();
    match WAY {
        0 | 1 | 2 | 5 => unsafe { *plain = 3 },
        3 | 4 => drop(unsafe { *plain }),
        _ => {}
    }
    match WAY {
        1 | 3 | 6 => NUMBER.store(4, Ordering::Relaxed),
        _ => drop(NUMBER.load(Ordering::Relaxed)),
    }
    let order = if WAY == 5 { Ordering::Release } else { Ordering::Relaxed };
    DONE.store(1, order);
}

fn second() {
    let order = if WAY == 5 { Ordering::Acquire } else { Ordering::Relaxed };
    if DONE.load(order) == 0 {
        return;
    }
    match WAY {
        0 | 1 => drop(NUMBER.load(Ordering::Relaxed)),
        2 | 4 => NUMBER.store(5, Ordering::Relaxed),
        _ => drop(NUMBER.fetch_add(1, Ordering::Relaxed)),
    }
}

fn main() {
    if WAY == 6 {
        unsafe { *NUMBER.as_ptr() = 3 };
    }
    let threads = [thread::spawn(first), thread::spawn(second)];
    for thread in threads {
        thread.join().unwrap();
    }
}
