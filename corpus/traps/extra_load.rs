//@ no-bug
//@ outcomes: 5
//@ source: loads whose values are not used must not hide outcomes

use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;

fn main() {
    let x = Arc::new(AtomicI32::new(0));
    let y = Arc::new(AtomicI32::new(0));
    let (x1, y1) = (x.clone(), y.clone());
    let writer = thread::spawn(move || {
        x1.load(SeqCst);
        y1.load(SeqCst);
        x1.store(1, SeqCst);
        x1.load(SeqCst);
        y1.store(1, SeqCst);
    });
    y.load(SeqCst);
    let a = x.load(SeqCst);
    x.load(SeqCst);
    let b = y.load(SeqCst);
    let c = x.load(SeqCst);
    writer.join().unwrap();
    println!("{a} {b} {c}");
}
