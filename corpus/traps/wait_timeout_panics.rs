//@ bug: panic
//@ message: "took too long"
//@ source: the timed-out path panics, although a notifier is on its way

use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

fn main() {
    let shared = Arc::new((Mutex::new(false), Condvar::new()));
    let s = Arc::clone(&shared);
    let t = thread::spawn(move || {
        *s.0.lock().unwrap() = true;
        s.1.notify_one();
    });
    let mut done = shared.0.lock().unwrap();
    while !*done {
        let (guard, result) = shared.1.wait_timeout(done, Duration::from_secs(1)).unwrap();
        done = guard;
        if result.timed_out() && !*done {
            panic!("took too long");
        }
    }
    drop(done);
    t.join().unwrap();
}
