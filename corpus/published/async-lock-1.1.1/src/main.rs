//! async-lock 1.1.1, changelog of 1.1.2. Who has waited for long and then gets the lock does not notice
//! that it has it.

//@ bug: deadlock

#![forbid(unsafe_code)]

use async_lock::Lock;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(value) => return value,
            Poll::Pending => thread::park(),
        }
    }
}

fn main() {
    let count = Lock::new(0);
    let theirs = count.clone();
    let adding = thread::spawn(move || *block_on(theirs.lock()) += 1);
    let mut guard = block_on(count.lock());
    thread::sleep(Duration::from_millis(1));
    *guard += 1;
    drop(guard);
    *block_on(count.lock()) += 1;
    adding.join().unwrap();
    assert_eq!(*block_on(count.lock()), 3);
}
