//@ bug: panic
//@ message: "assertion failed: leads"
//! The leader at a barrier is who comes last, whoever that is. In a report, who comes last lets all go on, and who
//! waited leaves in a step of its own.

use std::sync::Barrier;
use std::thread;

fn main() {
    let both = Barrier::new(2);
    let leads = thread::scope(|scope| {
        let other = scope.spawn(|| both.wait().is_leader());
        both.wait();
        other.join().unwrap()
    });
    assert!(leads);
}
