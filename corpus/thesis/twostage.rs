//@ bug: panic
//@ message: "the second stage"
//@ first-bug-executions: 10
//@ source: Chen 2009, kernel program `twostage`: an update in two stages, each under a
//@ source: lock of its own, is seen half done.

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;

const WRITERS: usize = 1;
const READERS: usize = 1;

/// Two values that belong together: `second` should always be `first + 1`.
/// `first` is guarded by `first_lock`, but the second stage reads it without.
struct TwoStage {
    first_lock: Mutex<()>,
    first: AtomicI32,
    second: Mutex<i32>,
}

impl TwoStage {
    fn new() -> Self {
        TwoStage { first_lock: Mutex::new(()), first: AtomicI32::new(0), second: Mutex::new(0) }
    }

    fn update(&self) {
        {
            let _stage_one = self.first_lock.lock().unwrap();
            self.first.store(1, Relaxed);
        }
        let mut second = self.second.lock().unwrap();
        *second = self.first.load(Relaxed) + 1;
    }

    fn check(&self) {
        let first = {
            let _stage_one = self.first_lock.lock().unwrap();
            if self.first.load(Relaxed) == 0 {
                return;
            }
            self.first.load(Relaxed)
        };
        let second = *self.second.lock().unwrap();
        assert!(second == first + 1, "the second stage is missing: {first} {second}");
    }
}

fn main() {
    let data = Arc::new(TwoStage::new());
    let mut threads = Vec::new();
    for _ in 0..WRITERS {
        let data = Arc::clone(&data);
        threads.push(thread::spawn(move || data.update()));
    }
    for _ in 0..READERS {
        let data = Arc::clone(&data);
        threads.push(thread::spawn(move || data.check()));
    }
    for t in threads {
        t.join().unwrap();
    }
}
