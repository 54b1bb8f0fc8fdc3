//@ no-bug
//@ executions: 6
//@ source: coherence of two reads

use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::thread;

static X: AtomicI32 = AtomicI32::new(0);

fn main() {
    let mut threads = Vec::new();
    threads.push(thread::spawn(|| {
        X.store(1, SeqCst);
        X.store(2, SeqCst);
    }));
    threads.push(thread::spawn(|| {
        X.load(SeqCst);
        X.load(SeqCst);
    }));
    for t in threads {
        t.join().unwrap();
    }
}
