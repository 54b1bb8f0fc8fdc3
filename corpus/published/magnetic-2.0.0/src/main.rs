//! magnetic 2.0.0, RUSTSEC-2020-0088. The ends of a queue are `Send` whatever goes through it.

//@ bug: data-race

#![forbid(unsafe_code)]

use magnetic::buffer::dynamic::DynamicBuffer;
use magnetic::spsc::spsc_queue;
use magnetic::{Consumer, Producer};
use std::rc::Rc;
use std::thread;

fn main() {
    let (producer, consumer) = spsc_queue(DynamicBuffer::new(4).unwrap());
    let name = Rc::new("shared");
    producer.push(name.clone()).unwrap();
    let taking = thread::spawn(move || consumer.pop().map(|name| name.len()).unwrap());
    let mine = name.clone();
    taking.join().unwrap();
    assert_eq!(*mine, "shared");
}
