//@ no-bug
//@ source: thread i compare_exchanges x from 0 to 1, then stores i + 3

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

const N: usize = 3;

fn main() {
    let x = Arc::new(AtomicUsize::new(0));
    let mut threads = Vec::new();
    for i in 0..N {
        let x = Arc::clone(&x);
        threads.push(thread::spawn(move || {
            let _ = x.compare_exchange(0, 1, SeqCst, SeqCst);
            x.store(i + 3, SeqCst);
        }));
    }
    for t in threads {
        t.join().unwrap();
    }
}
