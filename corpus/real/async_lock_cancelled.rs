//@ bug: deadlock
//@ source: an async lock whose cancelled waiter swallows the wake-up that was meant for the next one

use std::collections::VecDeque;
use std::future::Future;
use std::pin::{pin, Pin};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

struct Unpark(Thread);
impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

#[derive(Default)]
struct Inner {
    locked: bool,
    waiters: VecDeque<Waker>,
}

#[derive(Clone, Default)]
struct Lock(Arc<Mutex<Inner>>);

struct Acquire(Lock);
impl Future for Acquire {
    type Output = ();
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let mut inner = self.0 .0.lock().unwrap();
        if !inner.locked {
            inner.locked = true;
            return Poll::Ready(());
        }
        inner.waiters.push_back(cx.waker().clone());
        Poll::Pending
    }
}
impl Lock {
    fn release(&self) {
        let next = {
            let mut inner = self.0.lock().unwrap();
            inner.locked = false;
            inner.waiters.pop_front()
        };
        next.map(Waker::wake);
    }
}

fn block_on<F: Future>(future: F) -> F::Output {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return value;
        }
        thread::park();
    }
}

fn main() {
    let lock = Lock::default();
    block_on(Acquire(lock.clone()));
    // Polled once, then given up; its waker stays in the queue.
    let mut given_up = Box::pin(Acquire(lock.clone()));
    let _ = given_up
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()));
    drop(given_up);
    let waiting = {
        let lock = lock.clone();
        thread::spawn(move || block_on(Acquire(lock)))
    };
    lock.release();
    waiting.join().unwrap();
}
