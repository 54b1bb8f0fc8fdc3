//@ no-bug
//@ executions: 120
//@ formula: N!
//@ counts: N=3: 6, N=5: 120, N=6: 720, N=7: 5040
//@ source: N threads, one fetch_add each

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

const N: usize = 5;

static COUNTER: AtomicUsize = AtomicUsize::new(0);

fn main() {
    let mut threads = Vec::new();
    for _ in 0..N {
        threads.push(thread::spawn(|| COUNTER.fetch_add(1, SeqCst)));
    }
    for t in threads {
        t.join().unwrap();
    }
}
