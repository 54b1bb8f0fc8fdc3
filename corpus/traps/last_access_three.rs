//@ bug: panic
//@ message: "both increments lost"
//@ source: as last_access, with three threads: the store of the slow one must fall after
//@ source: both increments of the others, its load before.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

static COUNT: AtomicUsize = AtomicUsize::new(0);

fn main() {
    let slow = thread::spawn(|| {
        let seen = COUNT.load(SeqCst);
        COUNT.store(seen + 1, SeqCst);
    });
    let a = thread::spawn(|| COUNT.fetch_add(1, SeqCst));
    let b = thread::spawn(|| COUNT.fetch_add(1, SeqCst));
    slow.join().unwrap();
    a.join().unwrap();
    b.join().unwrap();
    assert!(COUNT.load(SeqCst) > 1, "both increments lost");
}
