//@ no-bug
//@ source: new; an attempt to lock for a time that fails has taken its time

use parking_lot::{Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

const STEP: Duration = Duration::from_millis(20);

fn main() {
    let lock = Mutex::new(0);
    thread::scope(|s| {
        s.spawn(|| {
            let _held = lock.lock();
            thread::sleep(STEP * 5);
        });
        let start = Instant::now();
        if lock.try_lock_for(STEP).is_none() {
            assert!(start.elapsed() >= STEP);
        }
        if lock.try_lock_until(start + STEP * 2).is_none() {
            assert!(start.elapsed() >= STEP * 2);
        }
    });
    let start = Instant::now();
    let waited = Condvar::new().wait_while_for(&mut lock.lock(), |_| true, STEP);
    assert!(waited.timed_out() && start.elapsed() >= STEP);
}
