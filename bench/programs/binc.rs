//@ no-bug
//@ formula: (N!)^2
//@ source: N threads fetch_add x, then y

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

const N: usize = 3;

fn main() {
    let cells = Arc::new((AtomicU32::new(0), AtomicU32::new(0)));
    let mut threads = Vec::new();
    for _ in 0..N {
        let cells = Arc::clone(&cells);
        threads.push(thread::spawn(move || {
            cells.0.fetch_add(1, SeqCst);
            cells.1.fetch_add(1, SeqCst);
        }));
    }
    for t in threads {
        t.join().unwrap();
    }
}
