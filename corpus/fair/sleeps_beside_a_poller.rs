//@ bug: panic
//@ source: new; who sleeps wakes some day, though another thread has something to do all the time
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

static DONE: AtomicBool = AtomicBool::new(false);
static POLLS: AtomicU64 = AtomicU64::new(0);

fn main() {
    let poller = thread::spawn(|| {
        while !DONE.load(Ordering::SeqCst) {
            POLLS.fetch_add(1, Ordering::SeqCst);
            thread::yield_now();
        }
    });
    thread::sleep(Duration::from_millis(10));
    DONE.store(true, Ordering::SeqCst);
    assert_eq!(POLLS.load(Ordering::SeqCst), 0, "somebody polled");
    poller.join().unwrap();
}
