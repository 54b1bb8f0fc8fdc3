//@ no-bug
//@ source: lazy initialization with three states

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;

const EMPTY: u8 = 0;
const RUNNING: u8 = 1;
const DONE: u8 = 2;

struct Lazy<T> {
    state: AtomicU8,
    value: UnsafeCell<Option<T>>,
    init: fn() -> T,
}

unsafe impl<T: Send + Sync> Sync for Lazy<T> {}

impl<T> Lazy<T> {
    const fn new(init: fn() -> T) -> Self {
        Lazy { state: AtomicU8::new(EMPTY), value: UnsafeCell::new(None), init }
    }

    fn get(&self) -> &T {
        match self.state.compare_exchange(EMPTY, RUNNING, Ordering::Acquire, Ordering::Acquire) {
            Ok(_) => {
                let value = (self.init)();
                unsafe { *self.value.get() = Some(value) };
                self.state.store(DONE, Ordering::Release);
            }
            Err(DONE) => {}
            Err(_) => {
                while self.state.load(Ordering::Acquire) != DONE {
                    thread::yield_now();
                }
            }
        }
        unsafe { (*self.value.get()).as_ref().unwrap() }
    }
}

static NAMES: Lazy<Vec<&'static str>> = Lazy::new(|| vec!["ann", "bob"]);

fn main() {
    let t = thread::spawn(|| NAMES.get().len());
    println!("{}", NAMES.get()[1]);
    println!("{}", t.join().unwrap());
}
