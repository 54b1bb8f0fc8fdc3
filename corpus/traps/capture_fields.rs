//@ bug: deadlock
//@ edition: 2021
//@ source: since edition 2021 a closure captures the one field it uses, so that the sender
//@ source: in the other field stays alive in main

use std::sync::mpsc::{channel, Receiver, Sender};
use std::thread;

struct Link {
    tx: Sender<u8>,
    name: &'static str,
}

fn receive(rx: Receiver<u8>) -> usize {
    rx.into_iter().count()
}

fn main() {
    let (tx, rx) = channel();
    let link = Link { tx, name: "link" };
    let user = thread::spawn(move || println!("{}", link.name));
    user.join().unwrap();
    println!("{}", receive(rx));
    drop(link.tx);
}
