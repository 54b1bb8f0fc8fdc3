//@ bug: panic
//@ message: "slot"
//@ first-bug-executions: 5
//@ source: as bounded_buffer_if, with one condvar, an array as ring and two items each

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const SLOTS: usize = 2;
const ITEMS: usize = 2;

#[derive(Default)]
struct Ring {
    slots: [Option<u32>; SLOTS],
    head: usize,
    tail: usize,
    len: usize,
}

type Shared = Arc<(Mutex<Ring>, Condvar)>;

fn put(shared: &Shared, value: u32) {
    let (ring, changed) = &**shared;
    let mut ring = ring.lock().unwrap();
    if ring.len == SLOTS {
        ring = changed.wait(ring).unwrap();
    }
    let tail = ring.tail;
    assert!(ring.slots[tail].is_none(), "slot {tail} is taken");
    ring.slots[tail] = Some(value);
    ring.tail = (tail + 1) % SLOTS;
    ring.len += 1;
    changed.notify_all();
}

fn take(shared: &Shared) -> u32 {
    let (ring, changed) = &**shared;
    let mut ring = ring.lock().unwrap();
    if ring.len == 0 {
        ring = changed.wait(ring).unwrap();
    }
    let head = ring.head;
    let value = ring.slots[head].take();
    assert!(value.is_some(), "slot {head} is empty");
    ring.head = (head + 1) % SLOTS;
    ring.len -= 1;
    changed.notify_all();
    value.unwrap()
}

fn main() {
    let shared: Shared = Arc::default();
    let mut threads = Vec::new();
    for p in 0..2 {
        let shared = Arc::clone(&shared);
        threads.push(thread::spawn(move || {
            for i in 0..ITEMS {
                put(&shared, p * 10 + i as u32);
            }
        }));
    }
    for _ in 0..2 {
        let shared = Arc::clone(&shared);
        threads.push(thread::spawn(move || {
            for _ in 0..ITEMS {
                take(&shared);
            }
        }));
    }
    for t in threads {
        t.join().unwrap();
    }
}
