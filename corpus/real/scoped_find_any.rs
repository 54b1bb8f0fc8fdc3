//@ no-bug
//@ source: two threads look for a divisor; the first to find one tells the other

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

const N: u64 = 35;

fn search(from: u64, to: u64, found: &AtomicU64) {
    for d in from..to {
        if found.load(Ordering::Relaxed) != 0 {
            return;
        }
        if N % d == 0 {
            let _ = found.compare_exchange(0, d, Ordering::Relaxed, Ordering::Relaxed);
            return;
        }
    }
}

fn main() {
    let found = AtomicU64::new(0);
    thread::scope(|s| {
        s.spawn(|| search(4, 6, &found));
        s.spawn(|| search(6, 8, &found));
    });
    let d = found.into_inner();
    assert!(d == 5 || d == 7);
    assert_eq!(d * (N / d), N);
}
