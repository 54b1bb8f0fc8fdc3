//@ bug: livelock

// Who has passed leaves its mark: the other one looks at it for ever, between two stores of its own.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

fn pass(mine: &AtomicBool, other: &AtomicBool) {
    loop {
        mine.store(true, SeqCst);
        if !other.load(SeqCst) {
            break;
        }
        mine.store(false, SeqCst);
        thread::yield_now();
    }
}

fn main() {
    let (left, right) = (AtomicBool::new(false), AtomicBool::new(false));
    thread::scope(|s| {
        s.spawn(|| pass(&left, &right));
        s.spawn(|| pass(&right, &left));
    });
}
