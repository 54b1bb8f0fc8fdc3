//! crossbeam 0.4.0, RUSTSEC-2018-0009. A node that was popped still has its value when the garbage
//! collector drops it (in the first one there never was any).

//@ bug: undefined-behavior

#![forbid(unsafe_code)]

use crossbeam::epoch;
use crossbeam::queue::MsQueue;
use std::sync::Arc;
use std::thread;

fn main() {
    let queue = Arc::new(MsQueue::new());
    queue.push(String::from("first"));
    queue.push(String::from("second"));
    let theirs = queue.clone();
    let popping = thread::spawn(move || theirs.try_pop());
    let mine = queue.try_pop();
    assert_ne!(mine, popping.join().unwrap());
    // Let the garbage collector look for what was popped.
    for _ in 0..4 {
        epoch::pin().flush();
    }
}
