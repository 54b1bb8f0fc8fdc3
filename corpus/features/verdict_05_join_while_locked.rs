//@ bug: deadlock
//@ source: main joins a thread while it holds the lock that the thread needs

use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let m = Arc::new(Mutex::new(0));
    let m2 = Arc::clone(&m);
    let t = thread::spawn(move || *m2.lock().unwrap() += 1);
    let guard = m.lock().unwrap();
    t.join().unwrap();
    println!("{}", *guard);
}
