//@ no-bug
//@ formula: 2^N
//@ source: one thread stores x, N threads load it once

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

const N: usize = 3;

fn main() {
    let x = Arc::new(AtomicUsize::new(0));
    let mut threads = Vec::new();
    for _ in 0..N {
        let x = Arc::clone(&x);
        threads.push(thread::spawn(move || {
            x.load(SeqCst);
        }));
    }
    threads.push(thread::spawn(move || x.store(1, SeqCst)));
    for t in threads {
        t.join().unwrap();
    }
}
