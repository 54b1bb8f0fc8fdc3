//@ no-bug
//@ executions: 60
//@ formula: N! * C(N+2,2)
//@ counts: N=1: 3, N=2: 12, N=3: 60
//@ source: N threads store x, one thread loads it twice

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
        let _first = X.load(SeqCst);
        let _second = X.load(SeqCst);
    }));
    for t in threads {
        t.join().unwrap();
    }
}
