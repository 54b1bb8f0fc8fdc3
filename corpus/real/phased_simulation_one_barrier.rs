//@ bug: panic
//@ message: "out of step"
//@ source: the same idea with one barrier too few: a fast thread writes what a slow one reads

use std::sync::{Arc, Barrier, Mutex};
use std::thread;

const STEPS: usize = 2;

fn main() {
    let cells = Arc::new([Mutex::new(0usize), Mutex::new(0usize)]);
    let barrier = Arc::new(Barrier::new(2));
    let threads: Vec<_> = (0..2)
        .map(|me| {
            let cells = Arc::clone(&cells);
            let barrier = Arc::clone(&barrier);
            thread::spawn(move || {
                for step in 0..STEPS {
                    let other = *cells[1 - me].lock().unwrap();
                    assert!(other == step, "out of step: {other} in step {step}");
                    *cells[me].lock().unwrap() = other + 1;
                    barrier.wait();
                }
            })
        })
        .collect();
    for t in threads {
        t.join().unwrap();
    }
}
