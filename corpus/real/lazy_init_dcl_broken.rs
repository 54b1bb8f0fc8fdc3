//@ bug: data-race
//@ source: double-checked locking with relaxed loads and stores

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Mutex;
struct Lazy<T, F = fn() -> T> {
    ready: AtomicBool,
    lock: Mutex<()>,
    slot: UnsafeCell<Option<T>>,
    init: F,
}
unsafe impl<T: Sync, F: Sync> Sync for Lazy<T, F> {}
impl<T, F: Fn() -> T> Lazy<T, F> {
    const fn new(init: F) -> Self {
        Lazy {
            ready: AtomicBool::new(false),
            lock: Mutex::new(()),
            slot: UnsafeCell::new(None),
            init,
        }
    }
    fn get(&self) -> &T {
        if !self.ready.load(Ordering::Relaxed) {
            let _g = self.lock.lock().unwrap();
            if !self.ready.load(Ordering::Relaxed) {
                unsafe { *self.slot.get() = Some((self.init)()) };
                self.ready.store(true, Ordering::Relaxed);
            }
        }
        unsafe { (*self.slot.get()).as_ref().unwrap_unchecked() }
    }
}
static L: Lazy<Vec<u32>> = Lazy::new(|| vec![1, 2, 3]);
fn main() {
    let t = std::thread::spawn(|| L.get().len());
    println!("{}", L.get()[0]);
    t.join().unwrap();
}
