//! ticketed_lock 0.2.0, RUSTSEC-2020-0119. Tickets are `Send` whatever the lock holds.

//@ bug: data-race

#![forbid(unsafe_code)]

use std::rc::Rc;
use std::thread;
use ticketed_lock::TicketedLock;

fn main() {
    let name = Rc::new("shared");
    let mut lock = TicketedLock::new(name.clone());
    let ticket = lock.read();
    let reading = thread::spawn(move || Rc::clone(&ticket.wait()).len());
    let mine = name.clone();
    reading.join().unwrap();
    assert_eq!(*mine, "shared");
}
