//@ bug: panic
//@ message: "not exclusive"
//@ source: `let _ =` was meant to hold the lock, and does not

#![allow(let_underscore_lock)]

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::Mutex;
use std::thread;

static LOCK: Mutex<()> = Mutex::new(());
static INSIDE: AtomicUsize = AtomicUsize::new(0);

fn critical() {
    let _ = LOCK.lock().unwrap();
    assert!(INSIDE.fetch_add(1, SeqCst) == 0, "not exclusive");
    INSIDE.fetch_sub(1, SeqCst);
}

fn main() {
    let t = thread::spawn(critical);
    critical();
    t.join().unwrap();
}
