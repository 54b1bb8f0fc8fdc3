//@ no-bug
//@ executions: 5
//@ source: Abdulla et al. 2014: the smallest program that needs wakeup trees

use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::thread;

static X: AtomicI32 = AtomicI32::new(0);
static Y: AtomicI32 = AtomicI32::new(0);
static Z: AtomicI32 = AtomicI32::new(0);

fn p() {
    X.store(1, SeqCst);
}

fn q() {
    Y.store(1, SeqCst);
}

fn r() {
    if Y.load(SeqCst) == 0 {
        Z.store(1, SeqCst);
    }
}

fn s() {
    if Z.load(SeqCst) == 1 && Y.load(SeqCst) == 0 {
        X.store(2, SeqCst);
    }
}

fn main() {
    let threads = [p, q, r, s].map(|f: fn()| thread::spawn(f));
    for t in threads {
        t.join().unwrap();
    }
}
