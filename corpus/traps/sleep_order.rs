//@ no-bug
//@ with: --time free => bug: panic
//@ source: the sleep makes the order; if time is free, the assertion can fail

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

fn main() {
    let ready = Arc::new(AtomicBool::new(false));
    let r = Arc::clone(&ready);
    let t = thread::spawn(move || r.store(true, SeqCst));
    thread::sleep(Duration::from_millis(100));
    assert!(ready.load(SeqCst), "slept too short");
    t.join().unwrap();
}
