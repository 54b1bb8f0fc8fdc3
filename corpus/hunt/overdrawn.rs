//@ bug: panic
//@ message: "overdrawn"
//@ first-bug-executions: 2
//@ source: the first screen of the README: a check and an act in two atomic steps

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

fn main() {
    let balance = AtomicU32::new(100);
    thread::scope(|s| {
        for _ in 0..2 {
            s.spawn(|| {
                if balance.load(SeqCst) >= 70 {
                    let before = balance.fetch_sub(70, SeqCst);
                    assert!(before >= 70, "overdrawn");
                }
            });
        }
    });
}
