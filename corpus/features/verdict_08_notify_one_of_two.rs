//@ bug: deadlock
//@ source: two waiters, one notify_one

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

fn main() {
    let state = Arc::new((Mutex::new(false), Condvar::new()));
    let waiters: Vec<_> = (0..2)
        .map(|_| {
            let state = Arc::clone(&state);
            thread::spawn(move || {
                let (open, cv) = &*state;
                let _open = cv.wait_while(open.lock().unwrap(), |open| !*open).unwrap();
            })
        })
        .collect();
    *state.0.lock().unwrap() = true;
    state.1.notify_one();
    for w in waiters {
        w.join().unwrap();
    }
}
