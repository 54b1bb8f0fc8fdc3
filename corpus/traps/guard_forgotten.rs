//@ bug: deadlock
//@ source: a guard that is forgotten never unlocks

use std::mem;
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let m = Arc::new(Mutex::new(0));
    let m2 = m.clone();
    thread::spawn(move || mem::forget(m2.lock().unwrap())).join().unwrap();
    println!("{}", m.lock().unwrap());
}
