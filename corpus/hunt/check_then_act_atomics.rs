//@ bug: panic
//@ message: "two threads"
//@ first-bug-executions: 2
//@ source: a load and a store where a swap was meant; N threads

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::Arc;
use std::thread;

const N: usize = 2;

struct Gate {
    taken: AtomicBool,
    inside: AtomicUsize,
}

impl Gate {
    fn enter(&self) -> bool {
        if !self.taken.load(Ordering::SeqCst) {
            self.taken.store(true, Ordering::SeqCst);
            true
        } else {
            false
        }
    }
}

fn main() {
    let gate = Arc::new(Gate { taken: AtomicBool::new(false), inside: AtomicUsize::new(0) });
    let mut handles = Vec::new();
    for _ in 0..N {
        let gate = Arc::clone(&gate);
        handles.push(thread::spawn(move || {
            if gate.enter() {
                let before = gate.inside.fetch_add(1, Ordering::SeqCst);
                assert!(before == 0, "two threads got in");
            }
        }));
    }
    for h in handles {
        h.join().unwrap();
    }
}
