//@ no-bug
//@ source: test-suite style: a saturating counter by a compare-exchange loop

use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;

fn saturating_inc(a: &AtomicU8, max: u8) -> bool {
    let mut now = a.load(Ordering::Relaxed);
    while now < max {
        match a.compare_exchange_weak(now, now + 1, Ordering::AcqRel, Ordering::Relaxed) {
            Ok(_) => return true,
            Err(seen) => now = seen,
        }
    }
    false
}

fn main() {
    let a = AtomicU8::new(0);
    let wins: usize = thread::scope(|s| {
        let hs: Vec<_> = (0..3).map(|_| s.spawn(|| saturating_inc(&a, 2))).collect();
        hs.into_iter().map(|h| h.join().unwrap() as usize).sum()
    });
    assert_eq!((wins, a.into_inner()), (2, 2));
}
