//@ bug: undefined-behavior
//@ bug: data-race
//@ source: a reference count that is looked at after it was lowered

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

struct Inner {
    count: AtomicUsize,
    text: String,
}

struct Shared(*mut Inner);
unsafe impl Send for Shared {}

impl Shared {
    fn text(&self) -> &str {
        unsafe { &(*self.0).text }
    }
}

impl Clone for Shared {
    fn clone(&self) -> Self {
        unsafe { (*self.0).count.fetch_add(1, Ordering::Relaxed) };
        Shared(self.0)
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        unsafe {
            (*self.0).count.fetch_sub(1, Ordering::AcqRel);
            if (*self.0).count.load(Ordering::Acquire) == 0 { // BUG
                drop(Box::from_raw(self.0)); // FREED
            }
        }
    }
}

fn main() {
    let a = Shared(Box::into_raw(Box::new(Inner { count: AtomicUsize::new(1), text: "x".into() })));
    let b = a.clone();
    let t = thread::spawn(move || b.text().len());
    drop(a);
    t.join().unwrap();
}
