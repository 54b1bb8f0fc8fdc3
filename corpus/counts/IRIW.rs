//@ no-bug
//@ executions: 15
//@ source: independent reads of independent writes

use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::thread;

static X: AtomicI32 = AtomicI32::new(0);
static Y: AtomicI32 = AtomicI32::new(0);

fn main() {
    let mut threads = Vec::new();
    threads.push(thread::spawn(|| {
        X.store(1, SeqCst);
    }));
    threads.push(thread::spawn(|| {
        Y.store(1, SeqCst);
    }));
    threads.push(thread::spawn(|| {
        X.load(SeqCst);
        Y.load(SeqCst);
    }));
    threads.push(thread::spawn(|| {
        Y.load(SeqCst);
        X.load(SeqCst);
    }));
    for t in threads {
        t.join().unwrap();
    }
}
