//@ bug: panic
//@ source: the same with `if` instead of a loop: another consumer may have been faster

use parking_lot::{Condvar, Mutex};
use std::thread;

static ITEMS: Mutex<Vec<u32>> = Mutex::new(Vec::new());
static NOT_EMPTY: Condvar = Condvar::new();

fn consume() -> u32 {
    let mut items = ITEMS.lock();
    if items.is_empty() {
        NOT_EMPTY.wait(&mut items);
    }
    items.pop().expect("an item after waiting")
}

fn main() {
    let consumers = [thread::spawn(consume), thread::spawn(consume)];
    for item in 0..2 {
        ITEMS.lock().push(item);
        NOT_EMPTY.notify_one();
    }
    for consumer in consumers {
        consumer.join().unwrap();
    }
}
