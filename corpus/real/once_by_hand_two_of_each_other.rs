//@ bug: deadlock
//@ source: a hand-made once whose initializer asks for the value again
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU8, Ordering::*};
use std::sync::{Condvar, Mutex};
struct Once<T> {
    state: AtomicU8,
    value: UnsafeCell<Option<T>>,
    lock: Mutex<()>,
    done: Condvar,
}
unsafe impl<T: Send + Sync> Sync for Once<T> {}
impl<T> Once<T> {
    const fn new() -> Self {
        Once {
            state: AtomicU8::new(0),
            value: UnsafeCell::new(None),
            lock: Mutex::new(()),
            done: Condvar::new(),
        }
    }
    fn get(&self, f: impl FnOnce() -> T) -> &T {
        match self.state.compare_exchange(0, 1, Acquire, Acquire) {
            Ok(_) => {
                unsafe { *self.value.get() = Some(f()) };
                let _g = self.lock.lock().unwrap();
                self.state.store(2, Release);
                self.done.notify_all();
            }
            Err(2) => {}
            Err(_) => {
                let mut g = self.lock.lock().unwrap();
                while self.state.load(Acquire) != 2 {
                    g = self.done.wait(g).unwrap();
                }
            }
        }
        unsafe { (*self.value.get()).as_ref().unwrap() }
    }
}
static A: Once<u32> = Once::new();
static B: Once<u32> = Once::new();
fn a() -> u32 {
    *A.get(|| b() + 1)
}
fn b() -> u32 {
    *B.get(|| {
        if std::env::args().count() > 100 {
            a()
        } else {
            1
        }
    })
}
fn c() -> u32 {
    *B.get(|| a())
}
fn main() {
    let t = std::thread::spawn(c);
    let x = a();
    let y = t.join().unwrap();
    println!("{x} {y}");
}
