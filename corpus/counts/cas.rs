//@ no-bug
//@ executions: 5
//@ formula: N
//@ counts: N=2: 2, N=3: 3, N=4: 4, N=5: 5
//@ source: N threads compare_exchange x from 0: who wins

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;

const N: usize = 5;

fn main() {
    let x = Arc::new(AtomicUsize::new(0));
    let mut threads = Vec::new();
    for i in 1..=N {
        let x = Arc::clone(&x);
        threads.push(thread::spawn(move || {
            let _ = x.compare_exchange(0, i, SeqCst, SeqCst);
        }));
    }
    for t in threads {
        t.join().unwrap();
    }
}
