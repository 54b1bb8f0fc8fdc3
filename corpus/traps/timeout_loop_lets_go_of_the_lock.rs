//@ no-bug
//@ source: a loop of timed waits spins, but not with the lock: the other thread gets it in between

use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

fn main() {
    let pair = Arc::new((Mutex::new(false), Condvar::new()));
    let theirs = Arc::clone(&pair);
    let starter = thread::spawn(move || {
        let (started, changed) = &*theirs;
        *started.lock().unwrap() = true;
        changed.notify_one();
    });
    let (started, changed) = &*pair;
    let mut guard = started.lock().unwrap();
    while !*guard {
        let (back, _) = changed.wait_timeout(guard, Duration::from_millis(10)).unwrap();
        guard = back;
    }
    drop(guard);
    starter.join().unwrap();
}
