//@ bug: panic
//! A monitor polls by the clock while a worker, which sleeps between its jobs, counts them in two steps. The monitor may
//! look between these: its look does not wait until the worker sleeps again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

#[derive(Default)]
struct Counts {
    begun: AtomicU32,
    done: AtomicU32,
}

fn main() {
    let counts = Arc::new(Counts::default());
    let worker = {
        let counts = Arc::clone(&counts);
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(20));
            counts.begun.fetch_add(1, SeqCst);
            counts.done.fetch_add(1, SeqCst);
        })
    };
    let deadline = Instant::now() + Duration::from_millis(50);
    while Instant::now() < deadline {
        let done = counts.done.load(SeqCst);
        let begun = counts.begun.load(SeqCst);
        assert_eq!(begun, done, "a job is under way");
    }
    worker.join().unwrap();
}
