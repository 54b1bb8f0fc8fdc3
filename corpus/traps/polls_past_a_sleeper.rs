//@ bug: panic
//! Somebody polls until a deadline, by the clock and without a rest, and another one sleeps for less than that: the
//! sleeper's time has come before the deadline.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

static DONE: AtomicBool = AtomicBool::new(false);

fn main() {
    let result = Mutex::new(None);
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(10));
            DONE.store(true, Ordering::SeqCst);
            *result.lock().unwrap() = Some(7);
        });
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(1) {
            if DONE.load(Ordering::SeqCst) {
                // The flag is set before the result is.
                println!("{}", result.lock().unwrap().unwrap());
                break;
            }
        }
    });
}
