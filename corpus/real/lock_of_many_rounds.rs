//@ no-bug
//! Eight threads that add one under a lock, two thousand times each: a single execution is long, and says it all.

use std::sync::{Arc, Mutex};
use std::thread;

const THREADS: u64 = 8;
const ROUNDS: u64 = 2_000;

fn main() {
    let count = Arc::new(Mutex::new(0));
    let threads: Vec<_> = (0..THREADS)
        .map(|_| {
            let count = Arc::clone(&count);
            thread::spawn(move || {
                for _ in 0..ROUNDS {
                    *count.lock().unwrap() += 1;
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(*count.lock().unwrap(), THREADS * ROUNDS);
}
