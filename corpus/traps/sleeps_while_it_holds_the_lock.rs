//! Who sleeps until a value changes holds the lock that is needed to change it: time passes, and nobody gets further.
//@ bug: livelock

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
fn main() {
    let m = Arc::new(Mutex::new(false));
    let m2 = m.clone();
    let t = thread::spawn(move || {
        let g = m2.lock().unwrap();
        while !*g {
            thread::sleep(Duration::from_millis(1));
        }
    });
    *m.lock().unwrap() = true;
    t.join().unwrap();
}
