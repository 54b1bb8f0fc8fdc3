//@ no-bug
//@ formula: C(2N,N)*C(2N+2,2)
//@ source: two threads store x N times each, a third loads it twice

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

const N: usize = 3;

fn main() {
    let x = Arc::new(AtomicUsize::new(0));
    let mut threads = Vec::new();
    for base in [10, 20] {
        let x = Arc::clone(&x);
        threads.push(thread::spawn(move || {
            for i in 0..N {
                x.store(base + i, SeqCst);
            }
        }));
    }
    threads.push(thread::spawn(move || {
        x.load(SeqCst);
        x.load(SeqCst);
    }));
    for t in threads {
        t.join().unwrap();
    }
}
