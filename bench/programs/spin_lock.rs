//@ no-bug
//@ source: N threads add one under a lock that they take by swaps, and yield while it is taken

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::thread;

const N: usize = 2;

struct State {
    locked: AtomicBool,
    total: AtomicUsize,
}

fn main() {
    let state = Arc::new(State {
        locked: AtomicBool::new(false),
        total: AtomicUsize::new(0),
    });
    let mut threads = Vec::new();
    for _ in 0..N {
        let state = Arc::clone(&state);
        threads.push(thread::spawn(move || {
            while state.locked.swap(true, SeqCst) {
                thread::yield_now();
            }
            let total = state.total.load(SeqCst);
            state.total.store(total + 1, SeqCst);
            state.locked.store(false, SeqCst);
        }));
    }
    for t in threads {
        t.join().unwrap();
    }
    assert_eq!(state.total.load(SeqCst), N);
}
