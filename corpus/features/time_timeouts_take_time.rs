//@ no-bug

use std::sync::mpsc::channel;
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

fn main() {
    let limit = Duration::from_millis(50);
    let start = Instant::now();
    thread::park_timeout(limit);
    let (sender, receiver) = channel::<()>();
    assert!(receiver.recv_timeout(limit).is_err());
    drop(sender);
    let (mutex, condvar) = (Mutex::new(()), Condvar::new());
    let (guard, result) = condvar.wait_timeout(mutex.lock().unwrap(), limit).unwrap();
    drop(guard);
    assert!(result.timed_out() && start.elapsed() >= 2 * limit);
    let start = Instant::now();
    let (_guard, result) = condvar
        .wait_timeout_while(mutex.lock().unwrap(), limit, |_| true)
        .unwrap();
    println!("{} {}", result.timed_out(), start.elapsed() >= limit);
}
