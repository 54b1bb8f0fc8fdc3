//@ bug: panic
//@ message: "out of order"
//@ source: the receiver takes the messages of two senders to come in the order of the spawns

use std::sync::mpsc;
use std::thread;

const MESSAGES: usize = 1;

fn main() {
    let (tx, rx) = mpsc::channel();
    let other = tx.clone();
    let first = thread::spawn(move || {
        for message in 0..MESSAGES {
            tx.send(message).unwrap();
        }
    });
    let second = thread::spawn(move || {
        for message in MESSAGES..2 * MESSAGES {
            other.send(message).unwrap();
        }
    });
    for message in 0..2 * MESSAGES {
        assert_eq!(rx.recv().unwrap(), message, "out of order");
    }
    first.join().unwrap();
    second.join().unwrap();
}
