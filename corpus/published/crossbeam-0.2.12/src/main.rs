//! crossbeam 0.2.12, RUSTSEC-2022-0029. `MsQueue` follows pointers without having acquired what they
//! point to.

//@ bug: data-race

#![forbid(unsafe_code)]

use crossbeam::sync::MsQueue;
use std::sync::Arc;
use std::thread;

fn main() {
    let queue = Arc::new(MsQueue::new());
    let theirs = queue.clone();
    let pushing = thread::spawn(move || {
        theirs.push(1);
        theirs.push(2);
    });
    let first = queue.try_pop();
    pushing.join().unwrap();
    assert!(first.is_none() || first == Some(1));
}
