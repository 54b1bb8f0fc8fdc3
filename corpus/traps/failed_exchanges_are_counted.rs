//@ bug: panic
//@ source: a load and the compare-exchange that relies on it look like one step; but how often the exchange failed is
//@ source: counted, so that what others do between the two is seen

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

static TICKETS: AtomicUsize = AtomicUsize::new(0);

fn take() -> usize {
    let mut failures = 0;
    let mut current = TICKETS.load(Ordering::SeqCst);
    loop {
        let next = current + 1;
        match TICKETS.compare_exchange(current, next, Ordering::SeqCst, Ordering::SeqCst) {
            Ok(_) => return failures,
            Err(seen) => {
                current = seen;
                failures += 1;
            }
        }
    }
}

fn main() {
    let takers: Vec<_> = (0..3).map(|_| thread::spawn(take)).collect();
    let failures = takers.into_iter().map(|taker| taker.join().unwrap());
    assert!(failures.max().unwrap() < 2, "one of three failed twice");
}
