//@ bug: panic
//! Who waits pauses longer each time, up to four, and looks at that afterwards: it takes for granted that it never
//! waits for so long. A search that holds pauses for nothing but the pace of the loop does not come to it.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);

struct Pauses(u32);

impl Pauses {
    fn pause(&mut self) {
        for _ in 0..self.0 {
            thread::yield_now();
        }
        self.0 = (2 * self.0).min(4);
    }

    fn are_long(&self) -> bool {
        self.0 == 4
    }
}

fn main() {
    let waiting = thread::spawn(|| {
        let mut pauses = Pauses(1);
        while !READY.load(SeqCst) {
            pauses.pause();
        }
        assert!(!pauses.are_long(), "somebody is late");
    });
    READY.store(true, SeqCst);
    waiting.join().unwrap();
}
