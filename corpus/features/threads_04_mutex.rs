//@ no-bug

use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let counter = Arc::new(Mutex::new(0));
    let c = Arc::clone(&counter);
    let t = thread::spawn(move || {
        let mut n = c.lock().unwrap();
        *n += 1;
    });
    *counter.lock().unwrap() += 1;
    t.join().unwrap();
    println!("{}", *counter.lock().unwrap());
}
