//@ no-bug

use std::sync::{Condvar, Mutex};
use std::time::Duration;

fn main() {
    let lock = Mutex::new(false);
    let cv = Condvar::new();
    let guard = lock.lock().unwrap();
    let (guard, result) = cv.wait_timeout_while(guard, Duration::from_millis(1), |done| !*done).unwrap();
    println!("{} {}", *guard, result.timed_out());
    let (guard, result) = cv.wait_timeout_while(guard, Duration::from_millis(1), |done| *done).unwrap();
    println!("{} {}", *guard, result.timed_out());
    cv.notify_one();
    cv.notify_all();
    println!("notifications without a waiter do nothing");
}
