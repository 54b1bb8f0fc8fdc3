//! parking_lot 0.12.0, Amanieu/parking_lot#344. `RwLock::write` waits for readers with a relaxed
//! ordering where it marks that it will park.

//@ bug: data-race
//@ args: --from-source parking_lot

#![forbid(unsafe_code)]

use parking_lot::RwLock;
use std::sync::Arc;
use std::thread;

fn main() {
    let balance = Arc::new(RwLock::new(100));
    let theirs = balance.clone();
    let reading = thread::spawn(move || *theirs.read());
    *balance.write() -= 30;
    let seen = reading.join().unwrap();
    assert!(seen == 100 || seen == 70);
}
