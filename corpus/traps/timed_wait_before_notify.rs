//@ bug: panic
//@ message: "too late"
//@ source: a wait that was notified might have run into its time limit before
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

static READY: Mutex<bool> = Mutex::new(false);
static CHANGED: Condvar = Condvar::new();
static GAVE_UP: AtomicBool = AtomicBool::new(false);

fn main() {
    let waiter = thread::spawn(|| {
        let ready = READY.lock().unwrap();
        let (_ready, result) = CHANGED
            .wait_timeout(ready, Duration::from_millis(1))
            .unwrap();
        if result.timed_out() {
            GAVE_UP.store(true, SeqCst);
        }
    });
    assert!(!GAVE_UP.load(SeqCst), "too late");
    CHANGED.notify_all();
    waiter.join().unwrap();
}
