//@ bug: undefined-behavior
//@ source: Arc::as_ptr is taken back with from_raw: one count for two owners

use std::sync::Arc;
use std::thread;

fn main() {
    let shared = Arc::new(vec![1, 2, 3]);
    let raw = Arc::as_ptr(&shared) as usize;
    let t = thread::spawn(move || {
        let own = unsafe { Arc::from_raw(raw as *const Vec<i32>) };
        own.len() // FREED
    });
    let sum: i32 = shared.iter().sum(); // BUG
    println!("{sum} {}", t.join().unwrap());
}
