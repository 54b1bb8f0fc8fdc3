//@ bug: undefined-behavior
//@ source: an unchecked index that another thread makes too large

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::thread;

fn main() {
    let index = Arc::new(AtomicUsize::new(0));
    let other = index.clone();
    let t = thread::spawn(move || other.store(3, Ordering::SeqCst));
    let table = [10, 20, 30];
    let value = if index.load(Ordering::SeqCst) < table.len() {
        unsafe { *table.get_unchecked(index.load(Ordering::SeqCst)) } // BUG
    } else {
        0
    };
    println!("{value}");
    t.join().unwrap();
}
