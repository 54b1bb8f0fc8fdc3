//@ no-bug
//@ source: one reader announces the node that it looks at; the writer frees only what nobody announces

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;

struct Shared {
    current: AtomicPtr<String>,
    hazard: AtomicPtr<String>,
}

impl Shared {
    fn read_len(&self) -> usize {
        loop {
            let seen = self.current.load(SeqCst);
            self.hazard.store(seen, SeqCst);
            if self.current.load(SeqCst) == seen {
                let len = unsafe { (&*seen).len() };
                self.hazard.store(ptr::null_mut(), SeqCst);
                return len;
            }
        }
    }
    fn replace(&self, text: &str) {
        let new = Box::into_raw(Box::new(text.to_string()));
        let old = self.current.swap(new, SeqCst);
        while self.hazard.load(SeqCst) == old {
            thread::yield_now();
        }
        drop(unsafe { Box::from_raw(old) });
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        drop(unsafe { Box::from_raw(*self.current.get_mut()) });
    }
}

fn main() {
    let shared = Arc::new(Shared {
        current: AtomicPtr::new(Box::into_raw(Box::new("a".to_string()))),
        hazard: AtomicPtr::new(ptr::null_mut()),
    });
    let reader = shared.clone();
    let t = thread::spawn(move || reader.read_len());
    shared.replace("abc");
    let len = t.join().unwrap();
    assert!(len == 1 || len == 3);
}
