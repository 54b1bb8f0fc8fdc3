//@ no-bug
//@ source: opposite lock order, but one side only tries and backs off

use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let a = Arc::new(Mutex::new(1));
    let b = Arc::new(Mutex::new(2));
    let (a2, b2) = (a.clone(), b.clone());
    let polite = thread::spawn(move || {
        let first = b2.lock().unwrap();
        if let Ok(second) = a2.try_lock() {
            assert_eq!(*first + *second, 3);
        }
    });
    {
        let first = a.lock().unwrap();
        let second = b.lock().unwrap();
        assert_eq!(*first + *second, 3);
    }
    polite.join().unwrap();
}
