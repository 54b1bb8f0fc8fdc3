//@ bug: data-race
//@ bug: livelock
//! Two threads do the same, but whoever joins them takes the lock for ever between the two joins: it is not the same
//! which of them is late. If the first is, the second's last line races with it; if the second is, it spins for ever.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

struct Count(UnsafeCell<u32>);

// Nothing sees to that.
unsafe impl Sync for Count {}

static TAKEN: AtomicBool = AtomicBool::new(false);
static COUNT: Count = Count(UnsafeCell::new(0));

fn count() {
    while TAKEN.swap(true, SeqCst) {}
    unsafe { *COUNT.0.get() += 1 };
    TAKEN.store(false, SeqCst);
    unsafe { *COUNT.0.get() += 1 };
}

fn main() {
    let counters = [(); 2].map(|()| thread::spawn(count));
    for counter in counters {
        counter.join().unwrap();
        while TAKEN.swap(true, SeqCst) {}
    }
}
