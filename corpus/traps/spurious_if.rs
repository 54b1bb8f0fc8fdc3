//@ no-bug
//@ with: --spurious 1 => bug: panic
//@ source: `if` around a wait is right as long as no wake-up is spurious

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

fn main() {
    let shared = Arc::new((Mutex::new(None), Condvar::new()));
    let s = Arc::clone(&shared);
    let consumer = thread::spawn(move || {
        let mut slot = s.0.lock().unwrap();
        if slot.is_none() {
            slot = s.1.wait(slot).unwrap();
        }
        slot.take().expect("woken for nothing")
    });
    *shared.0.lock().unwrap() = Some(5);
    shared.1.notify_one();
    println!("{}", consumer.join().unwrap());
}
