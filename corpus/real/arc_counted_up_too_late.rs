//@ bug: undefined-behavior
//@ source: an atomic Arc whose reader counts up after it has loaded the pointer

use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering::*};
use std::thread;

struct ArcCell<T>(AtomicPtr<T>);

impl<T> ArcCell<T> {
    fn new(value: T) -> Self {
        ArcCell(AtomicPtr::new(Arc::into_raw(Arc::new(value)).cast_mut()))
    }
    fn load(&self) -> Arc<T> {
        let p = self.0.load(Acquire);
        unsafe {
            Arc::increment_strong_count(p);
            Arc::from_raw(p)
        }
    }
    fn store(&self, value: T) {
        let new = Arc::into_raw(Arc::new(value)).cast_mut();
        let old = self.0.swap(new, AcqRel);
        drop(unsafe { Arc::from_raw(old) });
    }
}

impl<T> Drop for ArcCell<T> {
    fn drop(&mut self) {
        drop(unsafe { Arc::from_raw(*self.0.get_mut()) });
    }
}

fn main() {
    let cell = ArcCell::new(vec![1, 2, 3]);
    thread::scope(|s| {
        s.spawn(|| cell.store(vec![4]));
        let seen = cell.load();
        assert!(seen.len() == 3 || seen[0] == 4);
    });
}
