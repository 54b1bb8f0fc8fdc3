//@ no-bug
//@ source: store buffering: with SeqCst at least one thread sees the other's store

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

static X: AtomicBool = AtomicBool::new(false);
static Y: AtomicBool = AtomicBool::new(false);

fn main() {
    let a = thread::spawn(|| {
        X.store(true, SeqCst);
        Y.load(SeqCst)
    });
    let b = thread::spawn(|| {
        Y.store(true, SeqCst);
        X.load(SeqCst)
    });
    let (saw_y, saw_x) = (a.join().unwrap(), b.join().unwrap());
    assert!(saw_y || saw_x, "both loads came first");
}
