//! oneshot 0.1.11, RUSTSEC-2026-0005. A receiver that was polled and then dropped still uses the
//! channel after the sender has freed it. (Its orderings are too weak besides, which shows first;
//! `--all` shows both.)

//@ bug: data-race
//@ bug: undefined-behavior

#![forbid(unsafe_code)]

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Waker};
use std::thread;

fn main() {
    let (sender, mut receiver) = oneshot::channel();
    let sending = thread::spawn(move || sender.send(String::from("hello")).is_ok());
    let mut context = Context::from_waker(Waker::noop());
    let _ = Pin::new(&mut receiver).poll(&mut context);
    drop(receiver);
    sending.join().unwrap();
}
