//@ no-bug
//@ executions: 24
//@ formula: N!
//@ counts: N=2: 2, N=3: 6, N=4: 24, N=5: 120
//@ source: N threads each store to one atomic

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;

const N: usize = 4;

fn main() {
    let cell = Arc::new(AtomicUsize::new(0));
    let mut threads = Vec::new();
    for i in 0..N {
        let cell = cell.clone();
        threads.push(thread::spawn(move || cell.store(i, SeqCst)));
    }
    for t in threads {
        t.join().unwrap();
    }
}
