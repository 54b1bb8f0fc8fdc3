//@ no-bug
//@ formula: N*2^(N-1)+1
//@ source: one thread stores 2, N threads compare_exchange x from 2 to 3

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::SeqCst};
use std::thread;

const N: usize = 3;

fn main() {
    let x = Arc::new(AtomicU8::new(0));
    let mut threads = Vec::new();
    for _ in 0..N {
        let x = Arc::clone(&x);
        threads.push(thread::spawn(move || {
            let _ = x.compare_exchange(2, 3, SeqCst, SeqCst);
        }));
    }
    threads.push(thread::spawn(move || x.store(2, SeqCst)));
    for t in threads {
        t.join().unwrap();
    }
}
