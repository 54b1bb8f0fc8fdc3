//@ no-bug
//@ with: --spurious 1 => no-bug
//@ source: `while` around a wait is right in any case

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

fn main() {
    let shared = Arc::new((Mutex::new(None), Condvar::new()));
    let s = Arc::clone(&shared);
    let consumer = thread::spawn(move || {
        let mut slot = s.0.lock().unwrap();
        while slot.is_none() {
            slot = s.1.wait(slot).unwrap();
        }
        slot.take().expect("woken for nothing")
    });
    *shared.0.lock().unwrap() = Some(5);
    shared.1.notify_one();
    println!("{}", consumer.join().unwrap());
}
