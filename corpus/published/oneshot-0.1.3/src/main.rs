//! oneshot 0.1.3, changelog of 0.1.4. A receiver that wakes up for no reason finds the message and
//! frees the channel, from which the sender is about to take the waker.

//@ bug: undefined-behavior
//@ args: --spurious 1

#![forbid(unsafe_code)]

use std::thread;

fn main() {
    let (sender, receiver) = oneshot::channel();
    let sending = thread::spawn(move || sender.send(String::from("hello")).is_ok());
    let _ = receiver.recv();
    sending.join().unwrap();
}
