//@ bug: panic
//@ message: "twice"
//@ source: the read lock is released before the write lock is taken

use std::sync::{Arc, RwLock};
use std::thread;

fn add_once(v: &RwLock<Vec<u8>>) {
    let missing = !v.read().unwrap().contains(&2);
    if missing {
        v.write().unwrap().push(2);
    }
}

fn main() {
    let v = Arc::new(RwLock::new(vec![1]));
    let w = v.clone();
    let t = thread::spawn(move || add_once(&w));
    add_once(&v);
    t.join().unwrap();
    assert!(v.read().unwrap().len() == 2, "added twice");
}
