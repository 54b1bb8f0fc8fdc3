//@ no-bug
//@ executions: 3
//@ source: two threads store x and y in opposite orders

use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::thread;

static X: AtomicI32 = AtomicI32::new(0);
static Y: AtomicI32 = AtomicI32::new(0);

fn main() {
    let mut threads = Vec::new();
    threads.push(thread::spawn(|| {
        X.store(1, SeqCst);
        Y.store(2, SeqCst);
    }));
    threads.push(thread::spawn(|| {
        Y.store(1, SeqCst);
        X.store(2, SeqCst);
    }));
    for t in threads {
        t.join().unwrap();
    }
}
