//@ bug: panic
//@ message: "torn: 1"
//@ source: a panic in the closure of a scope is reported where it happens, not where the scope ends
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

fn main() {
    let a = AtomicUsize::new(0);
    std::thread::scope(|s| {
        s.spawn(|| a.store(1, SeqCst));
        let seen = a.load(SeqCst);
        assert!(seen == 0, "torn: {seen}");
    });
}
