//@ no-bug
//@ source: new; a thread beats until it is told to stop, and who tells it waits for some beats: each waits for the
//@ source: other, and one leaves something behind in each round
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

static STOP: AtomicBool = AtomicBool::new(false);
static BEATS: AtomicUsize = AtomicUsize::new(0);

fn main() {
    let heart = thread::spawn(|| {
        while !STOP.load(Ordering::Relaxed) {
            BEATS.fetch_add(1, Ordering::Relaxed);
            thread::yield_now();
        }
    });
    while BEATS.load(Ordering::Relaxed) < 3 {
        thread::yield_now();
    }
    STOP.store(true, Ordering::Relaxed);
    heart.join().unwrap();
    println!("{}", BEATS.load(Ordering::Relaxed) >= 3);
}
