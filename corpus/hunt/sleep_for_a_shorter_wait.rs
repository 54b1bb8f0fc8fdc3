//@ bug: panic
//@ source: a sleep is to be long enough for another thread's timed wait, which nothing but their lengths says

use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

fn main() {
    let done = Arc::new(Mutex::new(false));
    let shared = Arc::clone(&done);
    thread::spawn(move || {
        let (never, condvar) = (Mutex::new(()), Condvar::new());
        let guard = never.lock().unwrap();
        let _ = condvar.wait_timeout(guard, Duration::from_millis(1));
        *shared.lock().unwrap() = true;
    });
    thread::sleep(Duration::from_secs(1));
    assert!(*done.lock().unwrap());
}
