//@ no-bug
//@ source: UnsafeCell and MaybeUninit behind an atomic state: written once, read after it is ready

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::Arc;
use std::thread;

const EMPTY: u8 = 0;
const BUSY: u8 = 1;
const READY: u8 = 2;

struct Slot<T> {
    state: AtomicU8,
    value: UnsafeCell<MaybeUninit<T>>,
}

unsafe impl<T: Send> Sync for Slot<T> {}

impl<T> Slot<T> {
    const fn new() -> Self {
        Slot { state: AtomicU8::new(EMPTY), value: UnsafeCell::new(MaybeUninit::uninit()) }
    }
    fn set(&self, value: T) -> Result<(), T> {
        if self.state.compare_exchange(EMPTY, BUSY, Ordering::Acquire, Ordering::Relaxed).is_err() {
            return Err(value);
        }
        unsafe { (*self.value.get()).write(value) };
        self.state.store(READY, Ordering::Release);
        Ok(())
    }
    fn get(&self) -> Option<&T> {
        (self.state.load(Ordering::Acquire) == READY).then(|| unsafe { (*self.value.get()).assume_init_ref() })
    }
}

impl<T> Drop for Slot<T> {
    fn drop(&mut self) {
        if *self.state.get_mut() == READY {
            unsafe { self.value.get_mut().assume_init_drop() };
        }
    }
}

fn main() {
    let slot = Arc::new(Slot::new());
    let setters: Vec<_> = ["left", "right"]
        .into_iter()
        .map(|name| {
            let slot = slot.clone();
            thread::spawn(move || slot.set(name.to_string()).is_ok())
        })
        .collect();
    if let Some(name) = slot.get() {
        assert!(name == "left" || name == "right");
    }
    let won = setters.into_iter().map(|t| t.join().unwrap()).filter(|won| *won).count();
    assert_eq!(won, 1);
    assert!(slot.get().is_some());
}
