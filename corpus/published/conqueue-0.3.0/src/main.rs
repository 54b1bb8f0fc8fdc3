//! conqueue 0.3.0, RUSTSEC-2020-0117. The ends of a queue are `Send` whatever goes through it.

//@ bug: data-race

#![forbid(unsafe_code)]

use conqueue::Queue;
use std::rc::Rc;
use std::thread;

fn main() {
    let (sender, mut receiver) = Queue::unbounded();
    let name = Rc::new("shared");
    sender.push(name.clone());
    let taking = thread::spawn(move || receiver.pop().map(|name| name.len()));
    let mine = name.clone();
    taking.join().unwrap();
    assert_eq!(*mine, "shared");
}
