//@ no-bug

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

static HITS: AtomicUsize = AtomicUsize::new(0);

fn main() {
    let a = thread::spawn(|| HITS.fetch_add(1, Ordering::SeqCst));
    let b = thread::spawn(|| HITS.fetch_add(1, Ordering::SeqCst));
    let (x, y) = (a.join().unwrap(), b.join().unwrap());
    println!("{} {}", x + y, HITS.load(Ordering::SeqCst));
}
