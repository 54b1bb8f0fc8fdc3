//@ bug: data-race
//@ weak-orderings: yes
// The counter orders the two accesses if `reader` counts last, and nothing says that it does.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

static ROUNDS: AtomicUsize = AtomicUsize::new(0);
static mut TOTAL: u32 = 0;

fn main() {
    let writer = thread::spawn(|| {
        unsafe { TOTAL = 7 };
        ROUNDS.fetch_add(1, Ordering::AcqRel);
    });
    let reader = thread::spawn(|| {
        ROUNDS.fetch_add(1, Ordering::AcqRel);
        unsafe { TOTAL }
    });
    writer.join().unwrap();
    reader.join().unwrap();
}
