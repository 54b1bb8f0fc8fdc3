//! spin 0.5.1, RUSTSEC-2019-0013. `RwLock` unlocks with relaxed orderings, so a reader may still run
//! beside the writer.

//@ bug: data-race

#![forbid(unsafe_code)]

use spin::RwLock;
use std::sync::Arc;
use std::thread;

fn main() {
    let balance = Arc::new(RwLock::new(100));
    let theirs = balance.clone();
    let paying = thread::spawn(move || *theirs.write() -= 30);
    let seen = *balance.read();
    paying.join().unwrap();
    assert!(seen == 100 || seen == 70);
}
