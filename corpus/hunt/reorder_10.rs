//@ bug: panic
//@ message: "half set"
//@ first-bug-executions: 8
//@ source: SCTBench family reorder: SETTERS innocent threads and one checker

use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;

const SETTERS: usize = 10;

#[derive(Default)]
struct Shared {
    a: AtomicI32,
    b: AtomicI32,
}

fn main() {
    let shared = Arc::new(Shared::default());
    let mut threads = Vec::new();
    for _ in 0..SETTERS {
        let shared = Arc::clone(&shared);
        threads.push(thread::spawn(move || {
            shared.a.store(1, SeqCst);
            shared.b.store(-1, SeqCst);
        }));
    }
    threads.push(thread::spawn(move || {
        let a = shared.a.load(SeqCst);
        let b = shared.b.load(SeqCst);
        assert!((a == 0 && b == 0) || (a == 1 && b == -1), "half set: {a} {b}");
    }));
    for t in threads {
        t.join().unwrap();
    }
}
