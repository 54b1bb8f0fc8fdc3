//@ no-bug
//@ weak-orderings
//@ source: a relaxed load of a count and a fence order what the last owner does after a drop, as in rtrb
use std::sync::atomic::{fence, Ordering};
use std::sync::Arc;
use std::thread;

fn main() {
    static mut V: u32 = 0;
    let a = Arc::new(0);
    let b = a.clone();
    let t = thread::spawn(move || {
        unsafe { V = 10 };
        drop(b);
    });
    if Arc::strong_count(&a) < 2 {
        fence(Ordering::Acquire);
        unsafe { V = 20 };
    }
    t.join().unwrap();
}
