//@ bug: panic
//@ source: new; between two looks of one thread another goes round a loop that only waits for the end, and leaves
//@ source: something behind: a checker that lets it go round only where it must misses that
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

static STOP: AtomicBool = AtomicBool::new(false);
static BEATS: AtomicUsize = AtomicUsize::new(0);

fn main() {
    let heart = thread::spawn(|| {
        while !STOP.load(Ordering::SeqCst) {
            BEATS.fetch_add(1, Ordering::SeqCst);
            thread::yield_now();
        }
    });
    while BEATS.load(Ordering::SeqCst) == 0 {
        thread::yield_now();
    }
    let before = BEATS.load(Ordering::SeqCst);
    let after = BEATS.load(Ordering::SeqCst);
    STOP.store(true, Ordering::SeqCst);
    heart.join().unwrap();
    assert_eq!(before, after, "a beat between two looks");
}
