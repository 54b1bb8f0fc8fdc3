//@ bug: panic
//@ message: "the 5 was lost"
//@ source: the assertion fails only if a store falls between another thread's load and its
//@ source: store to the same cell; a checker that keeps only the last access skips it.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;

fn main() {
    let x = Arc::new(AtomicUsize::new(0));
    let y = Arc::clone(&x);
    let adder = thread::spawn(move || {
        let seen = y.load(SeqCst);
        y.store(seen + 1, SeqCst);
    });
    x.store(5, SeqCst);
    adder.join().unwrap();
    assert!(x.load(SeqCst) != 1, "the 5 was lost");
}
