//! oneshot 0.2.1, faern/oneshot#87. A receiver that was polled is dropped while the message is sent: it
//! takes the state that it has just stored for the sender's last one and frees the channel, from which
//! the sender is about to take the waker. (In 0.1.11 to 0.2.1, the newest version when this was
//! written.)

//@ bug: undefined-behavior

#![forbid(unsafe_code)]

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Waker};
use std::thread;

fn main() {
    let (sender, mut receiver) = oneshot::async_channel();
    let sending = thread::spawn(move || sender.send(String::from("hello")).is_ok());
    let mut context = Context::from_waker(Waker::noop());
    let _ = Pin::new(&mut receiver).poll(&mut context);
    drop(receiver);
    sending.join().unwrap();
}
