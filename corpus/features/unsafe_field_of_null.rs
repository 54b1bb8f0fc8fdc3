//@ bug: undefined-behavior
//@ message: "a reference to a part of what is at a null pointer"
//@ source: an atomic field of what an `AtomicPtr` points to, which is null until it is set
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};
use std::thread;

struct Stats {
    _name: u64,
    hits: AtomicU64,
}

static STATS: AtomicPtr<Stats> = AtomicPtr::new(null_mut());

fn main() {
    let reader = thread::spawn(|| {
        let stats = STATS.load(Ordering::SeqCst);
        unsafe { (*stats).hits.fetch_add(1, Ordering::SeqCst) }
    });
    let mut stats = Stats { _name: 1, hits: AtomicU64::new(0) };
    STATS.store(&raw mut stats, Ordering::SeqCst);
    let _ = reader.join();
}
