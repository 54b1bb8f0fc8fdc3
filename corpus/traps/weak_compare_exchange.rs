//@ no-bug
//@ with: --spurious 1 => bug: panic
//@ source: compare_exchange_weak may fail for no reason; here nobody retries

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

fn main() {
    let x = AtomicU32::new(1);
    let r = x.compare_exchange_weak(1, 2, SeqCst, SeqCst);
    assert!(r.is_ok(), "failed for no reason");
    println!("{}", x.load(SeqCst));
}
