//@ no-bug
//@ source: two detached threads deadlock, but main returns and ends the process

use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let a = Arc::new(Mutex::new(()));
    let b = Arc::new(Mutex::new(()));
    for (x, y) in [(a.clone(), b.clone()), (b, a)] {
        thread::spawn(move || {
            let _x = x.lock().unwrap();
            let _y = y.lock().unwrap();
        });
    }
}
