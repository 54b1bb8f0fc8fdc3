//@ bug: panic
//! It matters which of the workers has left which result: that the first one has had nothing to do is a bug, that
//! the others have not is none.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

const JOBS: usize = 4;

static TAKEN: AtomicUsize = AtomicUsize::new(0);

fn work() -> usize {
    let mut done = 0;
    while TAKEN.fetch_add(1, Ordering::SeqCst) < JOBS {
        done += 1;
        thread::yield_now();
    }
    done
}

fn main() {
    let workers: Vec<_> = (0..3).map(|_| thread::spawn(work)).collect();
    let done: Vec<usize> = workers.into_iter().map(|worker| worker.join().unwrap()).collect();
    assert!(done[0] > 0, "the first worker had nothing to do");
}
