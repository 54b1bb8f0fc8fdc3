//@ no-bug
//@ executions: 560
//@ formula: C(2N,N)*C(2N+2,2)
//@ counts: N=1: 12, N=2: 90, N=3: 560
//@ source: two threads store x N times each, a third loads it twice

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

const N: usize = 3;

fn main() {
    let x = AtomicUsize::new(0);
    thread::scope(|s| {
        for base in [10, 20] {
            let x = &x;
            s.spawn(move || {
                for i in 0..N {
                    x.store(base + i, SeqCst);
                }
            });
        }
        s.spawn(|| {
            x.load(SeqCst);
            x.load(SeqCst);
        });
    });
}
