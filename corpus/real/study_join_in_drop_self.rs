//@ no-bug
//@ source: the last reference may be dropped by the thread itself: it must not join itself

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

#[derive(Default)]
struct Inner {
    stop: AtomicBool,
    handle: Mutex<Option<JoinHandle<()>>>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        let handle = self.handle.get_mut().unwrap().take();
        if let Some(h) = handle {
            if h.thread().id() != thread::current().id() {
                h.join().unwrap();
            }
        }
    }
}

fn main() {
    let inner = Arc::new(Inner::default());
    let theirs = Arc::clone(&inner);
    let h = thread::spawn(move || {
        while !theirs.stop.load(Ordering::Acquire) {
            thread::yield_now();
        }
    });
    *inner.handle.lock().unwrap() = Some(h);
    inner.stop.store(true, Ordering::Release);
    drop(inner);
    println!("gone");
}
