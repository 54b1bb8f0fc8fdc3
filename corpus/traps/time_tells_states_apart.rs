//@ bug: panic
//@ message: "late"
//@ source: new; whether the thread slept is forgotten by all but the clock

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

static TAKEN: AtomicBool = AtomicBool::new(false);
const PAUSE: Duration = Duration::from_millis(10);

fn main() {
    let start = Instant::now();
    let other = thread::spawn(|| {
        if !TAKEN.swap(true, Ordering::SeqCst) {
            thread::sleep(PAUSE);
        }
    });
    TAKEN.swap(true, Ordering::SeqCst);
    other.join().unwrap();
    assert!(start.elapsed() < PAUSE, "late");
}
