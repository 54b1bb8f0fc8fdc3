//@ no-bug
//@ executions: 81
//@ formula: N*2^(N-1)+1
//@ counts: N=2: 5, N=3: 13, N=4: 33, N=5: 81, N=9: 2305
//@ source: one thread stores 2, N threads compare_exchange x from 2 to 3

use std::sync::atomic::{AtomicU8, Ordering::SeqCst};
use std::thread;

const N: usize = 5;

static X: AtomicU8 = AtomicU8::new(0);

fn main() {
    let writer = thread::spawn(|| X.store(2, SeqCst));
    let mut others = Vec::new();
    for _ in 0..N {
        others.push(thread::spawn(|| X.compare_exchange(2, 3, SeqCst, SeqCst)));
    }
    writer.join().unwrap();
    for t in others {
        let _ = t.join().unwrap();
    }
}
