//@ bug: livelock
//@ source: two spin locks taken in two orders; who waits yields in each tenth round, so that a count steers the loop, but
//@ source: not how long it goes on
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct SpinLock(AtomicBool);

impl SpinLock {
    fn lock(&self) {
        let mut rounds = 0;
        while self.0.swap(true, Ordering::Acquire) {
            rounds += 1;
            if rounds % 10 == 0 {
                thread::yield_now();
            }
        }
    }

    fn unlock(&self) {
        self.0.store(false, Ordering::Release);
    }
}

static FROM: SpinLock = SpinLock(AtomicBool::new(false));
static TO: SpinLock = SpinLock(AtomicBool::new(false));

fn transfer(from: &SpinLock, to: &SpinLock) {
    from.lock();
    to.lock();
    to.unlock();
    from.unlock();
}

fn main() {
    let other = thread::spawn(|| transfer(&FROM, &TO));
    transfer(&TO, &FROM);
    other.join().unwrap();
}
