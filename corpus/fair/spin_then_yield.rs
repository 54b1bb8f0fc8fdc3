//@ no-bug
//@ source: a spin lock that yields after so many looks in vain, as many are written: the count steers what the loop does,
//@ source: not how long it goes on
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{hint, thread};

struct SpinLock<T> {
    taken: AtomicBool,
    value: UnsafeCell<T>,
}
unsafe impl<T: Send> Sync for SpinLock<T> {}

impl<T> SpinLock<T> {
    fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        let mut spins = 0;
        while self.taken.swap(true, Ordering::Acquire) {
            spins += 1;
            if spins > 100 {
                thread::yield_now();
            } else {
                hint::spin_loop();
            }
        }
        let result = f(unsafe { &mut *self.value.get() });
        self.taken.store(false, Ordering::Release);
        result
    }
}

static COUNT: SpinLock<u32> = SpinLock {
    taken: AtomicBool::new(false),
    value: UnsafeCell::new(0),
};

fn add_twice() {
    COUNT.with(|count| *count += 1);
    COUNT.with(|count| *count += 1);
}

fn main() {
    let other = thread::spawn(add_twice);
    add_twice();
    other.join().unwrap();
    assert_eq!(COUNT.with(|count| *count), 4);
}
