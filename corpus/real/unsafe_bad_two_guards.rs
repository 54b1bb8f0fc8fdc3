//@ bug: data-race
//@ source: a lock of one's own whose try_lock looks and takes in two steps

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct Lock {
    taken: AtomicBool,
    value: UnsafeCell<u64>,
}

unsafe impl Sync for Lock {}

impl Lock {
    fn with(&self, work: impl FnOnce(&mut u64)) -> bool {
        if self.taken.load(Ordering::Acquire) {
            return false;
        }
        self.taken.store(true, Ordering::Relaxed);
        work(unsafe { &mut *self.value.get() });
        self.taken.store(false, Ordering::Release);
        true
    }
}

static LOCK: Lock = Lock { taken: AtomicBool::new(false), value: UnsafeCell::new(0) };

fn main() {
    let t = thread::spawn(|| {
        LOCK.with(|value| *value += 1); // BUG
    });
    LOCK.with(|value| *value += 10); // BUG
    t.join().unwrap();
}
