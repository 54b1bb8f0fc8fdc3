//@ no-bug
// Two threads wait for locks in a circle, and a third gives back the one that its holder will not.

use parking_lot::Mutex;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

static KEPT: Mutex<u32> = Mutex::new(0);
static OTHER: Mutex<u32> = Mutex::new(0);
static IS_KEPT: AtomicBool = AtomicBool::new(false);

fn main() {
    thread::scope(|s| {
        s.spawn(|| {
            mem::forget(KEPT.lock());
            IS_KEPT.store(true, SeqCst);
            drop(OTHER.lock());
        });
        s.spawn(|| {
            let other = OTHER.lock();
            let kept = KEPT.lock();
            drop((other, kept));
        });
        s.spawn(|| {
            while !IS_KEPT.load(SeqCst) {
                thread::yield_now();
            }
            unsafe { KEPT.force_unlock() };
        });
    });
}
