//@ no-bug
//@ weak-orderings: yes
// The flag alone orders no memory; the counter does, on which `reader` comes last in each execution. Whoever takes
// additions for commuting sees a race here that is none.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

static ROUNDS: AtomicUsize = AtomicUsize::new(0);
static COUNTED: AtomicBool = AtomicBool::new(false);
static mut TOTAL: u32 = 0;

fn main() {
    let writer = thread::spawn(|| {
        unsafe { TOTAL = 7 };
        ROUNDS.fetch_add(1, Ordering::AcqRel);
        COUNTED.store(true, Ordering::Relaxed);
    });
    let reader = thread::spawn(|| {
        while !COUNTED.load(Ordering::Relaxed) {
            thread::yield_now();
        }
        ROUNDS.fetch_add(1, Ordering::AcqRel);
        assert_eq!(unsafe { TOTAL }, 7);
    });
    writer.join().unwrap();
    reader.join().unwrap();
}
