//@ no-bug
//@ weak-orderings: yes
//! Scoped workers take the next of ten numbers each time, and return how many they have taken: what comes of that is
//! the same whichever worker has had how many.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

const NUMBERS: usize = 10;

fn main() {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut taken = 0;
        while next.fetch_add(1, Ordering::Relaxed) < NUMBERS {
            taken += 1;
        }
        taken
    };
    let taken: usize = thread::scope(|scope| {
        let workers: Vec<_> = (0..6).map(|_| scope.spawn(take)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    });
    assert_eq!(taken, NUMBERS);
}
