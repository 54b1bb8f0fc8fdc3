//@ no-bug
//@ source: new; a benchmark's threads count until they are told to stop, and never say that they wait
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

static STOP: AtomicBool = AtomicBool::new(false);
static COUNT: AtomicU64 = AtomicU64::new(0);

fn main() {
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !STOP.load(Ordering::Relaxed) {
                    COUNT.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        thread::sleep(Duration::from_millis(50));
        STOP.store(true, Ordering::Relaxed);
    });
    let count = COUNT.load(Ordering::Relaxed);
    println!("{}", count == COUNT.load(Ordering::Relaxed));
}
