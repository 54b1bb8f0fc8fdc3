//! tokio 1.44.1, RUSTSEC-2025-0023. Two receivers of a broadcast clone one message at the same time,
//! although it need not be `Sync`.

//@ bug: data-race
//@ args: --from-source tokio

#![forbid(unsafe_code)]

use std::cell::Cell;
use std::thread;
use tokio::sync::broadcast;

/// Counts how often it was copied.
#[derive(Debug)]
struct Message(Cell<u32>);

impl Clone for Message {
    fn clone(&self) -> Message {
        self.0.set(self.0.get() + 1);
        Message(Cell::new(0))
    }
}

fn main() {
    let (sender, mut first) = broadcast::channel(4);
    let mut second = sender.subscribe();
    sender.send(Message(Cell::new(0))).unwrap();
    let receiving = thread::spawn(move || first.try_recv().is_ok());
    assert!(second.try_recv().is_ok());
    assert!(receiving.join().unwrap());
}
