//! crossbeam-channel 0.5.7, crossbeam-rs/crossbeam#972. The receiver goes while a sender has the first
//! block, but has not yet stored where it is, and another sender has sent through it: what drops the
//! messages follows a null pointer.

//@ bug: undefined-behavior
//@ args: --from-source crossbeam-channel

#![forbid(unsafe_code)]

use crossbeam_channel::unbounded;
use std::thread;

fn main() {
    let (sender, receiver) = unbounded();
    let first = sender.clone();
    let first = thread::spawn(move || first.send(String::from("first")).is_ok());
    let second = thread::spawn(move || sender.send(String::from("second")).is_ok());
    drop(receiver);
    first.join().unwrap();
    second.join().unwrap();
}
