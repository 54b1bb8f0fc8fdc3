//@ bug: panic
//@ args: --child-panic propagate
//@ message: "PoisonError"
//@ source: the child is expected to panic; that main meets a poisoned lock is the bug

use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let m = Arc::new(Mutex::new(0));
    let m2 = m.clone();
    let t = thread::spawn(move || {
        let _g = m2.lock().unwrap();
        panic!("on purpose");
    });
    *m.lock().unwrap() += 1;
    assert!(t.join().is_err());
}
