//! crossbeam-channel 0.5.14, RUSTSEC-2025-0024. The receiver goes while a sender sets the channel up:
//! it frees the first block, but leaves it where the last sender's drop finds it and frees it again.

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
