//@ bug: panic
//@ source: one time-out leads to a sleep, and the sleeper may wake before another's
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

fn main() {
    static DONE: (Mutex<()>, Condvar) = (Mutex::new(()), Condvar::new());
    let waiter = thread::spawn(|| {
        let (lock, condvar) = &DONE;
        let guard = lock.lock().unwrap();
        let (_guard, result) = condvar
            .wait_timeout(guard, Duration::from_millis(5))
            .unwrap();
        assert!(result.timed_out(), "nobody is expected");
    });
    let notifier = thread::spawn(|| {
        thread::park_timeout(Duration::from_millis(1));
        thread::sleep(Duration::from_millis(2));
        DONE.1.notify_one();
    });
    waiter.join().unwrap();
    notifier.join().unwrap();
}
