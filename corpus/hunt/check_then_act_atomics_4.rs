//@ bug: panic
//@ message: "lost an update"
//@ first-bug-executions: 2
//@ source: increments by load and store; N threads

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

const N: usize = 4;

static COUNT: AtomicUsize = AtomicUsize::new(0);

fn main() {
    let handles: Vec<_> = (0..N)
        .map(|_| {
            thread::spawn(|| {
                let now = COUNT.load(Relaxed);
                COUNT.store(now + 1, Relaxed);
            })
        })
        .collect();
    for handle in handles {
        handle.join().unwrap();
    }
    assert!(COUNT.load(Relaxed) == N, "lost an update");
}
