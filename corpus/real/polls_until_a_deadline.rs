//@ no-bug
//! Two threads that sleep between looks at the clock, until it is late enough, and one that looks for a flag for so
//! long: in each round everything is as it was in the one before, but for what time it is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

static FOUND: AtomicBool = AtomicBool::new(false);

fn nap_until(deadline: Instant) {
    while Instant::now() < deadline {
        thread::sleep(Duration::from_millis(1));
    }
}

fn look_for(time: Duration) -> bool {
    let deadline = Instant::now() + time;
    loop {
        if FOUND.load(Ordering::SeqCst) {
            return true;
        }
        if Instant::now() >= deadline {
            return false;
        }
        thread::sleep(Duration::from_millis(10));
    }
}

fn main() {
    let start = Instant::now();
    let other = thread::spawn(move || nap_until(start + Duration::from_millis(3)));
    nap_until(start + Duration::from_millis(4));
    other.join().unwrap();
    assert!(start.elapsed() >= Duration::from_millis(4));

    assert!(!look_for(Duration::from_millis(50)));
    let finder = thread::spawn(|| {
        thread::sleep(Duration::from_millis(20));
        FOUND.store(true, Ordering::SeqCst);
    });
    look_for(Duration::from_millis(50));
    finder.join().unwrap();
    assert!(look_for(Duration::ZERO));
}
