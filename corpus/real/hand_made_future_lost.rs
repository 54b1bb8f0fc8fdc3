//@ bug: deadlock
//@ source: the hand-made future that looks for its value before it leaves its waker

use std::sync::{Arc, Mutex};
use std::thread::{self, Thread};

#[derive(Default)]
struct Promise {
    value: Mutex<Option<u32>>,
    waker: Mutex<Option<Thread>>,
}

impl Promise {
    fn fulfil(&self, v: u32) {
        *self.value.lock().unwrap() = Some(v);
        if let Some(t) = self.waker.lock().unwrap().take() {
            t.unpark();
        }
    }

    fn block_on(&self) -> u32 {
        loop {
            let ready = self.value.lock().unwrap().take();
            if let Some(v) = ready {
                return v;
            }
            *self.waker.lock().unwrap() = Some(thread::current());
            thread::park();
        }
    }
}

fn main() {
    let promise = Arc::new(Promise::default());
    let p = promise.clone();
    let t = thread::spawn(move || p.fulfil(8));
    assert_eq!(promise.block_on(), 8);
    t.join().unwrap();
}
