//@ bug: panic
//! Who waits for long doubles a number until it overflows, though the pauses that it makes of it are short: laps that
//! look the same do not go on like this for ever.

use std::hint;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let waiting = thread::spawn(|| {
        let mut pauses = 1u32;
        while !READY.load(SeqCst) {
            for _ in 0..pauses.min(2) {
                hint::spin_loop();
            }
            pauses *= 2;
        }
    });
    READY.store(true, SeqCst);
    waiting.join().unwrap();
}
