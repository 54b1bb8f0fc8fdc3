//@ no-bug
//@ with: --spurious 1 => bug: panic
//@ source: a hand-made future: poll, park, wake

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread::{self, Thread};

enum Poll<T> {
    Ready(T),
    Pending,
}

#[derive(Default)]
struct Promise {
    value: Mutex<Option<u32>>,
    waker: Mutex<Option<Thread>>,
    polls: AtomicUsize,
}

impl Promise {
    fn poll(&self) -> Poll<u32> {
        self.polls.fetch_add(1, SeqCst);
        *self.waker.lock().unwrap() = Some(thread::current());
        match self.value.lock().unwrap().take() {
            Some(v) => Poll::Ready(v),
            None => Poll::Pending,
        }
    }

    fn fulfil(&self, v: u32) {
        *self.value.lock().unwrap() = Some(v);
        if let Some(t) = self.waker.lock().unwrap().take() {
            t.unpark();
        }
    }

    fn block_on(&self) -> u32 {
        loop {
            match self.poll() {
                Poll::Ready(v) => return v,
                Poll::Pending => thread::park(),
            }
        }
    }
}

fn main() {
    let promise = Arc::new(Promise::default());
    let p = Arc::clone(&promise);
    let t = thread::spawn(move || p.fulfil(8));
    println!("{}", promise.block_on());
    t.join().unwrap();
    assert!(promise.polls.load(SeqCst) <= 2);
}
