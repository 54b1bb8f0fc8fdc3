//@ no-bug
//@ weak-orderings: yes
//@ source: a OnceCell over an atomic state, with waiting by yield, and a Lazy on top; the initializer runs once

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::ops::Deref;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::thread;

pub struct OnceCell<T> {
    state: AtomicU8,
    value: UnsafeCell<MaybeUninit<T>>,
}

unsafe impl<T: Send + Sync> Sync for OnceCell<T> {}

const EMPTY: u8 = 0;
const BUSY: u8 = 1;
const FULL: u8 = 2;

impl<T> OnceCell<T> {
    pub const fn new() -> Self {
        OnceCell { state: AtomicU8::new(EMPTY), value: UnsafeCell::new(MaybeUninit::uninit()) }
    }

    pub fn get(&self) -> Option<&T> {
        (self.state.load(Ordering::Acquire) == FULL).then(|| unsafe { (*self.value.get()).assume_init_ref() })
    }

    pub fn get_or_init(&self, f: impl FnOnce() -> T) -> &T {
        match self.state.compare_exchange(EMPTY, BUSY, Ordering::Acquire, Ordering::Acquire) {
            Ok(_) => {
                let value = f();
                unsafe { (*self.value.get()).write(value) };
                self.state.store(FULL, Ordering::Release);
            }
            Err(FULL) => {}
            Err(_) => {
                while self.state.load(Ordering::Acquire) != FULL {
                    thread::yield_now();
                }
            }
        }
        self.get().unwrap()
    }
}

impl<T> Drop for OnceCell<T> {
    fn drop(&mut self) {
        if *self.state.get_mut() == FULL {
            unsafe { self.value.get_mut().assume_init_drop() };
        }
    }
}

pub struct Lazy<T, F = fn() -> T> {
    cell: OnceCell<T>,
    init: F,
}
impl<T, F: Fn() -> T> Lazy<T, F> {
    pub const fn new(init: F) -> Self {
        Lazy { cell: OnceCell::new(), init }
    }
}
impl<T, F: Fn() -> T> Deref for Lazy<T, F> {
    type Target = T;
    fn deref(&self) -> &T {
        self.cell.get_or_init(&self.init)
    }
}

static RUNS: AtomicUsize = AtomicUsize::new(0);
static TABLE: Lazy<Vec<u64>> = Lazy::new(|| {
    RUNS.fetch_add(1, Ordering::Relaxed);
    (0..5).map(|n| n * n).collect()
});

fn main() {
    let threads: Vec<_> = (1..3).map(|i| thread::spawn(move || TABLE[i])).collect();
    let squares: Vec<u64> = threads.into_iter().map(|t| t.join().unwrap()).collect();
    println!("{squares:?} {} {}", TABLE.len(), RUNS.load(Ordering::Relaxed));
}
