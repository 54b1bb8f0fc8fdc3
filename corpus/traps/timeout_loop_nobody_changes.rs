//@ bug: livelock
//@ source: a loop of timed waits for what nobody does

use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

fn main() {
    let pair = Arc::new((Mutex::new(0), Condvar::new()));
    let theirs = Arc::clone(&pair);
    let adder = thread::spawn(move || {
        let (count, changed) = &*theirs;
        *count.lock().unwrap() += 1;
        changed.notify_one();
    });
    let (count, changed) = &*pair;
    let mut guard = count.lock().unwrap();
    while *guard < 2 {
        let (back, _) = changed.wait_timeout(guard, Duration::from_millis(10)).unwrap();
        guard = back;
    }
    drop(guard);
    adder.join().unwrap();
}
