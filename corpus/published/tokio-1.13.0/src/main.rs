//! tokio 1.13.0, RUSTSEC-2021-0124. A receiver that was closed and is then awaited takes the message
//! while it is being sent.

//@ bug: data-race
//@ args: --from-source tokio

#![forbid(unsafe_code)]

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Waker};
use std::thread;
use tokio::sync::oneshot;

fn main() {
    let (sender, mut receiver) = oneshot::channel();
    let sending = thread::spawn(move || sender.send(String::from("hello")));
    receiver.close();
    let mut context = Context::from_waker(Waker::noop());
    let received = Pin::new(&mut receiver).poll(&mut context);
    let sent = sending.join().unwrap();
    drop((received, sent));
}
