//@ bug: data-race
//@ args: --entry tests::hand_over
//@ source: a one-shot slot that sets its flag too early, over loom's `UnsafeCell`, in a module that exists under `cfg(loom)` only; the
//@ source: same code runs over std's types when it is not set

#[cfg(loom)]
mod types {
    pub use loom::cell::UnsafeCell;
    pub use loom::sync::atomic::{AtomicBool, Ordering};
    pub use loom::thread;
}
#[cfg(not(loom))]
mod types {
    pub use std::sync::atomic::{AtomicBool, Ordering};
    pub use std::thread;

    pub struct UnsafeCell<T>(std::cell::UnsafeCell<T>);
    impl<T> UnsafeCell<T> {
        pub fn new(value: T) -> Self {
            UnsafeCell(std::cell::UnsafeCell::new(value))
        }
        pub fn with<R>(&self, f: impl FnOnce(*const T) -> R) -> R {
            f(self.0.get())
        }
        pub fn with_mut<R>(&self, f: impl FnOnce(*mut T) -> R) -> R {
            f(self.0.get())
        }
    }
}

use types::{AtomicBool, Ordering, UnsafeCell};

pub struct Slot<T> {
    full: AtomicBool,
    value: UnsafeCell<Option<T>>,
}

unsafe impl<T: Send> Sync for Slot<T> {}

impl<T> Slot<T> {
    pub fn new() -> Self {
        Slot {
            full: AtomicBool::new(false),
            value: UnsafeCell::new(None),
        }
    }

    pub fn put(&self, value: T) {
        self.full.store(true, Ordering::Release);
        self.value.with_mut(|slot| unsafe { *slot = Some(value) });
    }

    pub fn take(&self) -> Option<T> {
        if !self.full.load(Ordering::Acquire) {
            return None;
        }
        self.value.with_mut(|slot| unsafe { (*slot).take() })
    }
}

#[cfg(all(test, loom))]
mod tests {
    use super::Slot;
    use super::types::thread;
    use loom::sync::Arc;

    #[test]
    fn hand_over() {
        loom::model(|| {
            let slot = Arc::new(Slot::new());
            let other = slot.clone();
            let producer = thread::spawn(move || other.put(7));
            match slot.take() {
                Some(value) => assert_eq!(value, 7),
                None => thread::yield_now(),
            }
            producer.join().unwrap();
        });
    }
}
