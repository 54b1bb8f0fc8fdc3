//@ bug: livelock
//! Both ends are closed, each receipt gives an error at once, and the loop waits for a message all the same: whichever
//! arm it takes, it comes back.
use crossbeam_channel::{Receiver, select, unbounded};
use std::thread;

fn first_of(left: Receiver<u8>, right: Receiver<u8>) -> u8 {
    loop {
        select! {
            recv(left) -> message => if let Ok(value) = message {
                return value;
            },
            recv(right) -> message => if let Ok(value) = message {
                return value;
            },
        }
    }
}

fn main() {
    let (left, from_left) = unbounded();
    let (right, from_right) = unbounded();
    let waits = thread::spawn(move || first_of(from_left, from_right));
    drop(left);
    drop(right);
    waits.join().unwrap();
}
