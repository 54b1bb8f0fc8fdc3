//@ bug: panic
//@ message: "while holding the lock"
//@ source: the second thread panics because the first poisoned the lock; the first panic is
//@ source: the bug

use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let m = Arc::new(Mutex::new(0));
    let m2 = m.clone();
    let t = thread::spawn(move || {
        let _g = m2.lock().unwrap();
        panic!("while holding the lock");
    });
    *m.lock().unwrap() += 1;
    t.join().unwrap_err();
}
