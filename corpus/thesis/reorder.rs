//@ bug: panic
//@ message: "a mix of old and new"
//@ first-bug-executions: 10
//@ source: Chen 2009, kernel program `reorder`: two fields that change together are read
//@ source: without a lock.

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use std::sync::Arc;
use std::thread;

const SETTERS: usize = 2;
const CHECKERS: usize = 2;

#[derive(Default)]
struct SetCheck {
    a: AtomicI32,
    b: AtomicI32,
}

impl SetCheck {
    fn set(&self) {
        self.a.store(1, Relaxed);
        self.b.store(-1, Relaxed);
    }

    fn check(&self) -> bool {
        (self.a.load(Relaxed) == 0 && self.b.load(Relaxed) == 0)
            || (self.a.load(Relaxed) == 1 && self.b.load(Relaxed) == -1)
    }
}

fn main() {
    let sc = Arc::new(SetCheck::default());
    let mut threads = Vec::new();
    for _ in 0..SETTERS {
        let sc = Arc::clone(&sc);
        threads.push(thread::spawn(move || sc.set()));
    }
    for _ in 0..CHECKERS {
        let sc = Arc::clone(&sc);
        threads.push(thread::spawn(move || {
            if !sc.check() {
                panic!("a mix of old and new");
            }
        }));
    }
    for t in threads {
        t.join().unwrap();
    }
}
