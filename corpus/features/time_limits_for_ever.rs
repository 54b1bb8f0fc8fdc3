//@ no-bug
//@ source: whoever waits for a time that no program runs means to wait without a limit

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

fn main() {
    let (sender, receiver) = channel();
    let pair = Arc::new((Mutex::new(false), Condvar::new()));
    let waiter = thread::spawn({
        let pair = pair.clone();
        move || {
            assert_eq!(receiver.recv_timeout(Duration::MAX), Ok(7));
            assert_eq!(receiver.recv_timeout(Duration::from_secs(u64::MAX)), Err(RecvTimeoutError::Disconnected));
            let (lock, condvar) = &*pair;
            let forever = Duration::from_secs(86_400 * 365 * 30);
            let mut set = lock.lock().unwrap();
            while !*set {
                let (guard, result) = condvar.wait_timeout(set, forever).unwrap();
                assert!(!result.timed_out());
                set = guard;
            }
            drop(set);
            thread::park_timeout(Duration::from_millis(u64::MAX));
        }
    });
    sender.send(7).unwrap();
    drop(sender);
    *pair.0.lock().unwrap() = true;
    pair.1.notify_one();
    waiter.thread().unpark();
    waiter.join().unwrap();
}
