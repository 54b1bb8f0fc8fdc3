//@ bug: undefined-behavior
//@ bug: data-race
//@ source: a reference count decremented by a load and a store: two threads free, or none does

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

struct Inner {
    count: AtomicUsize,
    value: u64,
}

struct Shared(*mut Inner);

unsafe impl Send for Shared {}

impl Shared {
    fn new(value: u64) -> Shared {
        Shared(Box::into_raw(Box::new(Inner { count: AtomicUsize::new(1), value })))
    }

    fn share(&self) -> Shared {
        unsafe { (*self.0).count.fetch_add(1, SeqCst) };
        Shared(self.0)
    }

    fn get(&self) -> u64 {
        unsafe { (*self.0).value }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        unsafe {
            let left = (*self.0).count.load(SeqCst) - 1;
            (*self.0).count.store(left, SeqCst);
            if (*self.0).count.load(SeqCst) == 0 {
                drop(Box::from_raw(self.0));
            }
        }
    }
}

fn main() {
    let a = Shared::new(3);
    let b = a.share();
    let t = thread::spawn(move || b.get());
    drop(a);
    t.join().unwrap();
}
