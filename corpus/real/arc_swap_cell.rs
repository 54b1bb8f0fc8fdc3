//@ no-bug
//@ source: a cell of an `Arc` by `into_raw` and `from_raw` under a gate

use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, Mutex};
struct ArcCell<T> {
    ptr: AtomicPtr<T>,
    gate: Mutex<()>,
    _own: PhantomData<Arc<T>>,
}
impl<T> ArcCell<T> {
    fn new(v: Arc<T>) -> Self {
        ArcCell {
            ptr: AtomicPtr::new(Arc::into_raw(v) as *mut T),
            gate: Mutex::new(()),
            _own: PhantomData,
        }
    }
    fn load(&self) -> Arc<T> {
        let _g = self.gate.lock().unwrap();
        let a = ManuallyDrop::new(unsafe { Arc::from_raw(self.ptr.load(Ordering::Acquire)) });
        Arc::clone(&a)
    }
    fn store(&self, v: Arc<T>) -> Arc<T> {
        let _g = self.gate.lock().unwrap();
        let old = self.ptr.swap(Arc::into_raw(v) as *mut T, Ordering::AcqRel);
        unsafe { Arc::from_raw(old) }
    }
}
impl<T> Drop for ArcCell<T> {
    fn drop(&mut self) {
        unsafe { drop(Arc::from_raw(*self.ptr.get_mut())) }
    }
}
fn main() {
    let cell = Arc::new(ArcCell::new(Arc::new(String::from("old"))));
    let c = Arc::clone(&cell);
    let w = std::thread::spawn(move || {
        let old = c.store(Arc::new("new".to_string()));
        old.len()
    });
    let seen = cell.load();
    assert!(["old", "new"].contains(&seen.as_str()));
    assert_eq!(w.join().unwrap(), 3);
    println!("{} {}", cell.load(), Arc::strong_count(&cell.load()) - 1);
}
