//@ no-bug
//@ executions: 4
//@ formula: 4
//@ counts: N=1: 4, N=5: 4, N=50: 4
//@ source: two threads work N times on a slot of their own, then meet once: the
//@ source: count does not depend on N

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;

const N: usize = 5;

#[derive(Default)]
struct Shared {
    slots: [AtomicUsize; 2],
    v: AtomicUsize,
}

fn main() {
    let shared = Arc::new(Shared::default());
    let mut threads = Vec::new();
    for tid in 0..2 {
        let shared = Arc::clone(&shared);
        threads.push(thread::spawn(move || {
            for i in 0..N {
                shared.slots[tid].store(i, SeqCst);
                assert_eq!(shared.slots[tid].load(SeqCst), i);
            }
            shared.v.store(tid, SeqCst);
            shared.v.load(SeqCst);
        }));
    }
    for t in threads {
        t.join().unwrap();
    }
}
