//@ bug: panic
//@ with: --time prompt => no-bug
//@ source: a test that looks again and again until a thread is done, and gives up after a while: where no thread is
//@ source: slower than a wait is long, time does not run out before the thread has had its turn

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(2), "{what}: not in time");
        thread::yield_now();
    }
}

fn main() {
    let is_done = AtomicBool::new(false);
    thread::scope(|s| {
        s.spawn(|| {
            thread::sleep(Duration::from_millis(500));
            is_done.store(true, Ordering::SeqCst);
        });
        wait_until("the work", || is_done.load(Ordering::SeqCst));
    });
}
