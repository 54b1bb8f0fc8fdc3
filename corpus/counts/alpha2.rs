//@ no-bug
//@ executions: 120
//@ formula: (N+3)!/6
//@ counts: N=1: 4, N=2: 20, N=3: 120
//@ source: as `alpha1`, but the reader stores first

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

const N: usize = 3;

static X: AtomicUsize = AtomicUsize::new(0);

fn main() {
    let mut threads = Vec::new();
    for i in 0..N {
        threads.push(thread::spawn(move || X.store(i + 1, SeqCst)));
    }
    threads.push(thread::spawn(|| {
        X.store(N + 1, SeqCst);
        let _first = X.load(SeqCst);
        let _second = X.load(SeqCst);
    }));
    for t in threads {
        t.join().unwrap();
    }
}
