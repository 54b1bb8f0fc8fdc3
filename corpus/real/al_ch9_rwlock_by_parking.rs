//@ no-bug
//@ weak-orderings: yes
//@ source: Rust Atomics and Locks, chapter 9: a mutex with three states; a queue of parked threads in place of the futex

use std::cell::UnsafeCell;
use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::{Condvar as StdCondvar, Mutex as StdMutex};
use std::thread;

/// The operating system's wait queues.
#[derive(Default)]
struct Futex {
    queue: StdMutex<VecDeque<u64>>,
    woken: StdCondvar,
}

impl Futex {
    const fn new() -> Self {
        Futex { queue: StdMutex::new(VecDeque::new()), woken: StdCondvar::new() }
    }

    fn wait(&self, a: &AtomicU32, expected: u32) {
        let mut queue = self.queue.lock().unwrap();
        if a.load(Relaxed) != expected {
            return;
        }
        let ticket = queue.back().map_or(0, |n| n + 1);
        queue.push_back(ticket);
        let _unused = self.woken.wait_while(queue, |q| q.contains(&ticket)).unwrap();
    }

    fn wake_one(&self) {
        if self.queue.lock().unwrap().pop_front().is_some() {
            self.woken.notify_all();
        }
    }
}

pub struct Mutex<T> {
    /// 0: unlocked, 1: locked, no other threads waiting, 2: locked, other threads waiting
    state: AtomicU32,
    futex: Futex,
    value: UnsafeCell<T>,
}

unsafe impl<T> Sync for Mutex<T> where T: Send {}

pub struct MutexGuard<'a, T> {
    pub(crate) mutex: &'a Mutex<T>,
}

impl<T> Mutex<T> {
    pub const fn new(value: T) -> Self {
        Self { state: AtomicU32::new(0), futex: Futex::new(), value: UnsafeCell::new(value) }
    }

    pub fn lock(&self) -> MutexGuard<T> {
        if self.state.compare_exchange(0, 1, Acquire, Relaxed).is_err() {
            lock_contended(&self.state, &self.futex);
        }
        MutexGuard { mutex: self }
    }
}

#[cold]
fn lock_contended(state: &AtomicU32, futex: &Futex) {
    let mut spin_count = 0;
    while state.load(Relaxed) == 1 && spin_count < 1 {
        spin_count += 1;
        std::hint::spin_loop();
    }
    if state.compare_exchange(0, 1, Acquire, Relaxed).is_ok() {
        return;
    }
    while state.swap(2, Acquire) != 0 {
        futex.wait(state, 2);
    }
}

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { &*self.mutex.value.get() }
    }
}
impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.mutex.value.get() }
    }
}
impl<T> Drop for MutexGuard<'_, T> {
    fn drop(&mut self) {
        if self.mutex.state.swap(0, Release) == 2 {
            self.mutex.futex.wake_one();
        }
    }
}

fn main() {
    let m = Mutex::new(0);
    std::hint::black_box(&m);
    thread::scope(|s| {
        for _ in 0..2 {
            s.spawn(|| *m.lock() += 1);
        }
    });
    assert_eq!(*m.lock(), 2);
}
