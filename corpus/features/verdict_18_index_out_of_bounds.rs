//@ bug: panic
//@ message: "index out of bounds: the len is 1 but the index is 1"
//@ source: the length is read before another thread pops

use std::sync::{Arc, RwLock};
use std::thread;

fn main() {
    let v = Arc::new(RwLock::new(vec![1, 2]));
    let w = Arc::clone(&v);
    let t = thread::spawn(move || {
        w.write().unwrap().pop();
    });
    let last = v.read().unwrap().len() - 1;
    let x = v.read().unwrap()[last];
    assert!(x > 0);
    t.join().unwrap();
}
