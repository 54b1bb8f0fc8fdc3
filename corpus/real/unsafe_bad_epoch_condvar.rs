//@ bug: livelock
//@ source: a condition variable that looks at its epoch after letting go of the lock

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::*};
use std::thread;

struct Spin { b: AtomicBool, full: UnsafeCell<bool> }
unsafe impl Sync for Spin {}
impl Spin {
    fn acquire(&self) -> &mut bool {
        while self.b.compare_exchange(false, true, Acquire, Relaxed).is_err() { std::hint::spin_loop() }
        unsafe { &mut *self.full.get() }
    }
    fn release(&self) { self.b.store(false, Release) }
}

static S: Spin = Spin { b: AtomicBool::new(false), full: UnsafeCell::new(false) };
static EPOCH: AtomicUsize = AtomicUsize::new(0);

fn main() {
    let c = thread::spawn(|| {
        while !*S.acquire() {
            S.release();
            let e = EPOCH.load(Acquire);
            while EPOCH.load(Acquire) == e { thread::yield_now() }
        }
        S.release();
    });
    *S.acquire() = true;
    S.release();
    EPOCH.fetch_add(1, Release);
    c.join().unwrap();
}
