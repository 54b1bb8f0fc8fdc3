//@ bug: deadlock
//@ weak-orderings: yes
//@ source: after Rust Atomics and Locks, chapter 9: a condvar of its own that reads its counter after unlocking the mutex, and so sleeps through a notification

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::sync::{Mutex, MutexGuard};
use std::thread::{self, Thread};

pub struct Condvar {
    counter: AtomicU32,
    parked: Mutex<Vec<Thread>>,
}

impl Condvar {
    pub const fn new() -> Self {
        Self { counter: AtomicU32::new(0), parked: Mutex::new(Vec::new()) }
    }

    pub fn notify_all(&self) {
        self.counter.fetch_add(1, Relaxed);
        for thread in self.parked.lock().unwrap().drain(..) {
            thread.unpark();
        }
    }

    pub fn wait<'a, T>(&self, mutex: &'a Mutex<T>, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        drop(guard);
        let counter_value = self.counter.load(Relaxed);
        self.parked.lock().unwrap().push(thread::current());
        while self.counter.load(Relaxed) == counter_value {
            thread::park();
        }
        mutex.lock().unwrap()
    }
}

static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let mutex = Mutex::new(0);
    let condvar = Condvar::new();
    thread::scope(|s| {
        s.spawn(|| {
            *mutex.lock().unwrap() = 123;
            condvar.notify_all();
            READY.store(true, Relaxed);
        });
        let mut m = mutex.lock().unwrap();
        while *m < 100 {
            m = condvar.wait(&mutex, m);
        }
        assert_eq!(*m, 123);
    });
    assert!(READY.load(Relaxed));
}
