//@ no-bug
//@ outcomes: 2
//@ source: a failed try_lock is not a deadlock, and both results are possible

use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let m = Arc::new(Mutex::new(0));
    let m2 = Arc::clone(&m);
    let t = thread::spawn(move || {
        let mut g = m2.lock().unwrap();
        *g += 1;
    });
    let got = match m.try_lock() {
        Ok(mut g) => {
            *g += 10;
            true
        }
        Err(_) => false,
    };
    t.join().unwrap();
    println!("{got} {}", m.lock().unwrap());
}
