//@ bug: panic
//@ source: additions by compare-exchange do not commute with a subtraction where one of them may overflow

use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;

static LEVEL: AtomicU8 = AtomicU8::new(u8::MAX - 1);

fn raise() {
    loop {
        let level = LEVEL.load(Ordering::SeqCst);
        let higher = level + 1;
        let raised = LEVEL.compare_exchange(level, higher, Ordering::SeqCst, Ordering::SeqCst);
        if raised.is_ok() {
            break;
        }
    }
}

fn main() {
    thread::scope(|s| {
        s.spawn(|| LEVEL.fetch_sub(1, Ordering::SeqCst));
        s.spawn(raise);
        s.spawn(raise);
    });
}
