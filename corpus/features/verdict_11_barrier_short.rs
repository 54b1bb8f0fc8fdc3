//@ bug: deadlock
//@ source: a barrier for three, and two threads

use std::sync::{Arc, Barrier};
use std::thread;

fn main() {
    let barrier = Arc::new(Barrier::new(3));
    let handles: Vec<_> = (0..2)
        .map(|_| {
            let b = barrier.clone();
            thread::spawn(move || b.wait().is_leader())
        })
        .collect();
    for h in handles {
        h.join().unwrap();
    }
}
