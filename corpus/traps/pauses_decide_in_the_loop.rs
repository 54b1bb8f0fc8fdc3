//@ bug: panic
//! A worker takes what there is, and pauses longer each time that there is nothing. What it does with what it takes
//! depends on how long it has paused: that sets more than the pace.

use std::hint;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

static WORK: AtomicU32 = AtomicU32::new(0);

fn main() {
    let worker = thread::spawn(|| {
        let mut pauses = 1;
        let mut done = 0;
        while done < 2 {
            if WORK.swap(0, SeqCst) > 0 {
                assert!(pauses < 4, "work {done} came late");
                done += 1;
                pauses = 1;
                continue;
            }
            for _ in 0..pauses {
                hint::spin_loop();
            }
            if pauses < 4 {
                pauses *= 2;
            }
        }
    });
    WORK.store(1, SeqCst);
    while WORK.load(SeqCst) > 0 {
        hint::spin_loop();
    }
    WORK.store(2, SeqCst);
    worker.join().unwrap();
}
