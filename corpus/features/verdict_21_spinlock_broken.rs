//@ bug: data-race
//@ source: the spin lock tests and sets in two steps

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread;

struct SpinLock<T> {
    locked: AtomicBool,
    value: UnsafeCell<T>,
}

unsafe impl<T: Send> Sync for SpinLock<T> {}

impl<T> SpinLock<T> {
    fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        while self.locked.load(Ordering::Acquire) {
            std::hint::spin_loop();
        }
        self.locked.store(true, Ordering::Release);
        let r = f(unsafe { &mut *self.value.get() });
        self.locked.store(false, Ordering::Release);
        r
    }
}

fn main() {
    let lock = Arc::new(SpinLock { locked: AtomicBool::new(false), value: UnsafeCell::new(0) });
    let l = lock.clone();
    let t = thread::spawn(move || l.with(|n| *n += 1));
    lock.with(|n| *n += 1);
    t.join().unwrap();
}
