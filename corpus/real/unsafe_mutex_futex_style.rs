//@ no-bug
//@ source: a lock with three states (free, locked, locked with waiters), parking through a list

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU32, Ordering::*};
use std::sync::{Condvar, Mutex as StdMutex};
use std::thread;

/// Waits while a word has a value; stands in for the system call.
struct Futex {
    word: AtomicU32,
    lock: StdMutex<()>,
    queue: Condvar,
}

impl Futex {
    fn wait(&self, expected: u32) {
        let guard = self.lock.lock().unwrap();
        if self.word.load(Relaxed) == expected {
            drop(self.queue.wait(guard).unwrap());
        }
    }

    fn wake_one(&self) {
        let _guard = self.lock.lock().unwrap();
        self.queue.notify_one();
    }
}

struct Mutex<T> {
    state: Futex,
    value: UnsafeCell<T>,
}

unsafe impl<T: Send> Sync for Mutex<T> {}

impl<T> Mutex<T> {
    fn new(value: T) -> Self {
        let state = Futex { word: AtomicU32::new(0), lock: StdMutex::new(()), queue: Condvar::new() };
        Mutex { state, value: UnsafeCell::new(value) }
    }

    fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        if self.state.word.compare_exchange(0, 1, Acquire, Relaxed).is_err() {
            while self.state.word.swap(2, Acquire) != 0 {
                self.state.wait(2);
            }
        }
        let result = f(unsafe { &mut *self.value.get() });
        if self.state.word.swap(0, Release) == 2 {
            self.state.wake_one();
        }
        result
    }
}

fn main() {
    let m = Mutex::new(0);
    thread::scope(|s| {
        for _ in 0..2 {
            s.spawn(|| m.with(|n| *n += 1));
        }
    });
    println!("{}", m.with(|n| *n));
}
