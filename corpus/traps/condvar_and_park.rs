//@ no-bug
//@ source: one thread waits on a condvar and then parks: a token given early is kept, and
//@ source: a wait on a condvar does not use it up

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

fn main() {
    let shared = Arc::new((Mutex::new(false), Condvar::new()));
    let s = Arc::clone(&shared);
    let waiter = thread::spawn(move || {
        let mut ready = s.0.lock().unwrap();
        while !*ready {
            ready = s.1.wait(ready).unwrap();
        }
        drop(ready);
        thread::park();
        println!("both");
    });
    waiter.thread().unpark();
    *shared.0.lock().unwrap() = true;
    shared.1.notify_one();
    waiter.join().unwrap();
}
