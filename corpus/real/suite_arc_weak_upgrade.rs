//@ no-bug
//@ outcomes: 2
//@ source: test-suite style: a weak reference against the last strong one

use std::sync::{Arc, Weak};
use std::thread;

fn main() {
    let strong = Arc::new(String::from("alive"));
    let weak: Weak<String> = Arc::downgrade(&strong);
    let t = thread::spawn(move || match weak.upgrade() {
        Some(s) => s.len(),
        None => 0,
    });
    drop(strong);
    println!("{}", t.join().unwrap());
}
