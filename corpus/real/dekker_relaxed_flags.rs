//@ bug: panic
//@ message: "both are in"
//@ source: a naive lock: look at the other's flag, then raise one's own

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;

struct Naive {
    flags: [AtomicBool; 2],
    inside: AtomicI32,
}

fn enter(lock: &Naive, me: usize) {
    while lock.flags[1 - me].load(SeqCst) {
        thread::yield_now();
    }
    lock.flags[me].store(true, SeqCst);
    let n = lock.inside.fetch_add(1, SeqCst) + 1;
    assert!(n == 1, "both are in");
    lock.inside.fetch_sub(1, SeqCst);
    lock.flags[me].store(false, SeqCst);
}

fn main() {
    let lock = Arc::new(Naive { flags: Default::default(), inside: AtomicI32::new(0) });
    let l = Arc::clone(&lock);
    let t = thread::spawn(move || enter(&l, 0));
    enter(&lock, 1);
    t.join().unwrap();
}
