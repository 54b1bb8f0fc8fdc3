//@ bug: panic
// Each round leaves more behind, so that no state comes again: time passes all the same.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::{thread, time::Duration};

static RUN: AtomicBool = AtomicBool::new(true);

fn main() {
    let t = thread::spawn(|| {
        let mut v = vec![];
        while RUN.load(SeqCst) {
            v.push(1);
        }
        v.len()
    });
    thread::sleep(Duration::from_millis(10));
    RUN.store(false, SeqCst);
    let n = t.join().unwrap();
    assert!(n == usize::MAX, "always fails");
}
