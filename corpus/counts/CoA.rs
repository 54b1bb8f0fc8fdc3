//@ no-bug
//@ executions: 130
//@ counts: N=1: 4, N=2: 15, N=3: 130, N=4: 2028
//@ source: two threads store x, look at y or z and load x again; N - 1 threads
//@ source: store y and z

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

const N: usize = 3;

static X: AtomicUsize = AtomicUsize::new(0);
static Y: AtomicUsize = AtomicUsize::new(0);
static Z: AtomicUsize = AtomicUsize::new(0);

fn main() {
    let mut threads = Vec::new();
    threads.push(thread::spawn(|| {
        X.store(1, SeqCst);
        Y.load(SeqCst);
        X.load(SeqCst);
    }));
    threads.push(thread::spawn(|| {
        X.store(2, SeqCst);
        Z.load(SeqCst);
        X.load(SeqCst);
    }));
    for i in 1..N {
        threads.push(thread::spawn(move || {
            Y.store(i, SeqCst);
            Z.store(i, SeqCst);
        }));
    }
    for t in threads {
        t.join().unwrap();
    }
}
