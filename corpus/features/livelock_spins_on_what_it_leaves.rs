//@ bug: livelock

// Two locks are taken and given back in each round, and a flag is looked at: it is the flag that nobody raises.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

fn both(one: &Mutex<u8>, other: &Mutex<u8>, go: &AtomicBool) {
    loop {
        let _one = one.lock().unwrap();
        if let Ok(_other) = other.try_lock() {
            if go.load(SeqCst) {
                return;
            }
        }
    }
}

fn main() {
    let (left, right) = (Mutex::new(0), Mutex::new(0));
    let go = AtomicBool::new(false);
    thread::scope(|s| {
        s.spawn(|| both(&left, &right, &go));
        both(&right, &left, &go);
        go.store(true, SeqCst);
    });
}
