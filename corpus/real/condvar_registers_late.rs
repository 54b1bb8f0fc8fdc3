//@ bug: deadlock
//@ source: a hand-made condition variable that unlocks before it registers: the wake-up is lost

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, Thread};

#[derive(Default)]
struct Condvar {
    waiting: Mutex<VecDeque<Thread>>,
}

impl Condvar {
    fn wait<'a, T>(&self, mutex: &'a Mutex<T>, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        drop(guard);
        self.waiting.lock().unwrap().push_back(thread::current());
        thread::park();
        mutex.lock().unwrap()
    }
    fn notify_one(&self) {
        if let Some(thread) = self.waiting.lock().unwrap().pop_front() {
            thread.unpark();
        }
    }
}

fn main() {
    let shared = Arc::new((Mutex::new(None), Condvar::default()));
    let other = Arc::clone(&shared);
    let t = thread::spawn(move || {
        *other.0.lock().unwrap() = Some(3);
        other.1.notify_one();
    });
    let mut guard = shared.0.lock().unwrap();
    while guard.is_none() {
        guard = shared.1.wait(&shared.0, guard);
    }
    assert_eq!(*guard, Some(3));
    drop(guard);
    t.join().unwrap();
}
