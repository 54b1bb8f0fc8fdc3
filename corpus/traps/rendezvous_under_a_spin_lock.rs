//@ no-bug
//@ source: the test of the barrier of `spin`: who waits looks again and again under a spin lock, and
//@ source: lets go of it between two looks; coming back to where it was, with the lock, is no reason to stop
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

/// A barrier that looks again and again, under a spin lock.
struct Barrier {
    lock: AtomicBool,
    count: UnsafeCell<usize>,
}

unsafe impl Sync for Barrier {}

impl Barrier {
    fn lock(&self) {
        while self.lock.compare_exchange_weak(false, true, SeqCst, SeqCst).is_err() {
            while self.lock.load(SeqCst) {
                std::hint::spin_loop();
            }
        }
    }

    fn unlock(&self) {
        self.lock.store(false, SeqCst);
    }

    fn wait(&self, all: usize) {
        self.lock();
        unsafe { *self.count.get() += 1 };
        while unsafe { *self.count.get() } < all {
            self.unlock();
            std::hint::spin_loop();
            self.lock();
        }
        self.unlock();
    }
}

fn main() {
    let barrier = Barrier { lock: AtomicBool::new(false), count: UnsafeCell::new(0) };
    thread::scope(|s| {
        s.spawn(|| barrier.wait(2));
        barrier.wait(2);
    });
}
