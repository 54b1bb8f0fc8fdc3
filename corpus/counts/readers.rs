//@ no-bug
//@ executions: 256
//@ formula: 2^N
//@ counts: N=2: 4, N=8: 256, N=13: 8192
//@ source: one thread stores x, N threads load it once

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

const N: usize = 8;

static X: AtomicUsize = AtomicUsize::new(0);

fn main() {
    let mut threads = Vec::new();
    threads.push(thread::spawn(|| X.store(1, SeqCst)));
    for _ in 0..N {
        threads.push(thread::spawn(|| {
            X.load(SeqCst);
        }));
    }
    for t in threads {
        t.join().unwrap();
    }
}
