//@ bug: deadlock
//@ source: two detached threads deadlock while main serves for ever: a deadlock of a subset

use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let a = Arc::new(Mutex::new(0));
    let b = Arc::new(Mutex::new(0));
    for (x, y) in [(a.clone(), b.clone()), (b, a)] {
        thread::spawn(move || {
            let mut x = x.lock().unwrap();
            let mut y = y.lock().unwrap();
            *x += 1;
            *y += 1;
        });
    }
    let served = Mutex::new(0u8);
    loop {
        let mut n = served.lock().unwrap();
        *n = n.wrapping_add(1);
        drop(n);
        thread::yield_now();
    }
}
