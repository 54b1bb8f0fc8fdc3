//@ no-bug
//@ executions: 216
//@ formula: (N!)^3
//@ counts: N=2: 8, N=3: 216
//@ source: N threads fetch_add x, y and z

use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::thread;

const N: usize = 3;

#[derive(Default)]
struct Counters {
    x: AtomicU64,
    y: AtomicU64,
    z: AtomicU64,
}

fn main() {
    let counters = Counters::default();
    thread::scope(|s| {
        for _ in 0..N {
            s.spawn(|| {
                counters.x.fetch_add(1, SeqCst);
                counters.y.fetch_add(1, SeqCst);
                counters.z.fetch_add(1, SeqCst);
            });
        }
    });
}
