//@ bug: panic
//! Who polls by the clock, without a rest, gets past the deadline of a thread that sleeps: that goes on then, though
//! the one who polls could always have gone on, too.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

static IS_DONE: AtomicBool = AtomicBool::new(false);

fn main() {
    let start = Instant::now();
    thread::scope(|s| {
        s.spawn(|| {
            thread::sleep(Duration::from_millis(10));
            IS_DONE.store(true, SeqCst);
        });
        while start.elapsed() < Duration::from_secs(1) {
            if IS_DONE.load(SeqCst) {
                panic!("done long before the time is over");
            }
        }
    });
}
