//! async-executor 1.14.0, changelog of 1.14.1. A waker is used while the executor is dropped.

//@ bug: undefined-behavior

#![forbid(unsafe_code)]

use async_executor::Executor;
use std::future::poll_fn;
use std::sync::mpsc;
use std::task::{Context, Poll, Waker};
use std::thread;

fn main() {
    let executor = Executor::new();
    let (handing_over, wakers) = mpsc::channel();
    let waiting = poll_fn(move |context: &mut Context| {
        handing_over.send(context.waker().clone()).unwrap();
        Poll::<()>::Pending
    });
    executor.spawn(waiting).detach();
    executor.try_tick();
    let waker: Waker = wakers.recv().unwrap();
    let waking = thread::spawn(move || waker.wake());
    drop(executor);
    waking.join().unwrap();
}
