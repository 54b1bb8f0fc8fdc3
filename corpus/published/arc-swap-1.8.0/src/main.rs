//! arc-swap 1.8.0, vorner/arc-swap#195. What a reader has seen of the value is not ordered before the
//! writer frees it.

//@ bug: data-race

#![forbid(unsafe_code)]

use arc_swap::ArcSwap;
use std::sync::Arc;
use std::thread;

fn main() {
    let config = Arc::new(ArcSwap::from_pointee(1));
    let theirs = config.clone();
    let storing = thread::spawn(move || theirs.store(Arc::new(2)));
    let seen = **config.load();
    storing.join().unwrap();
    assert!(seen == 1 || seen == 2);
}
