//@ no-bug
//@ executions: 36
//@ formula: (N!)^2
//@ counts: N=2: 4, N=3: 36, N=4: 576
//@ source: N threads fetch_add x, then y

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

const N: usize = 3;

fn main() {
    let (x, y) = (AtomicU32::new(0), AtomicU32::new(0));
    thread::scope(|s| {
        for _ in 0..N {
            s.spawn(|| {
                x.fetch_add(1, SeqCst);
                y.fetch_add(1, SeqCst);
            });
        }
    });
}
