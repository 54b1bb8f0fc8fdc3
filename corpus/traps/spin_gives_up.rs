//@ bug: panic
//@ source: new; who counts how often he looked, and gives up in the end, does not wait
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);
static RESULT: Mutex<u32> = Mutex::new(0);

fn main() {
    let worker = thread::spawn(|| {
        *RESULT.lock().unwrap() = 42;
        READY.store(true, Ordering::Release);
    });
    let mut tries = 0;
    while !READY.load(Ordering::Acquire) {
        tries += 1;
        assert!(tries < 20, "the worker is late");
        thread::yield_now();
    }
    worker.join().unwrap();
    assert_eq!(*RESULT.lock().unwrap(), 42);
}
