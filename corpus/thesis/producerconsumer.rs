//@ bug: panic
//@ message: "consumed"
//@ first-bug-executions: 10
//@ source: Chen 2009, kernel program `producerconsumer`: the consumers add to a total that
//@ source: each of them guards with a lock of its own, and the first producer to finish
//@ source: stops them all.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const SIZE: usize = 5;
const PRODUCERS: usize = 2;
const CONSUMERS: usize = 5;
const COUNT: usize = 8;
const GETS: usize = 10;

static TOTAL: AtomicUsize = AtomicUsize::new(0);

struct Item {
    data: usize,
}

#[derive(Default)]
struct Ring {
    array: [Option<Item>; SIZE],
    put_ptr: usize,
    get_ptr: usize,
    used: usize,
    halted: bool,
}

#[derive(Default)]
struct Buffer {
    ring: Mutex<Ring>,
    changed: Condvar,
}

impl Buffer {
    fn put(&self, item: Item) {
        let mut ring = self.ring.lock().unwrap();
        while ring.used == SIZE {
            ring = self.changed.wait(ring).unwrap();
        }
        let at = ring.put_ptr;
        ring.array[at] = Some(item);
        ring.put_ptr = (at + 1) % SIZE;
        if ring.used == 0 {
            self.changed.notify_all();
        }
        ring.used += 1;
    }

    fn get(&self) -> Option<Item> {
        let mut ring = self.ring.lock().unwrap();
        while ring.used == 0 && !ring.halted {
            ring = self.changed.wait(ring).unwrap();
        }
        if ring.used == 0 {
            return None;
        }
        let at = ring.get_ptr;
        let item = ring.array[at].take();
        ring.get_ptr = (at + 1) % SIZE;
        if ring.used == SIZE {
            self.changed.notify_all();
        }
        ring.used -= 1;
        item
    }

    fn halt(&self) {
        self.ring.lock().unwrap().halted = true;
        self.changed.notify_all();
    }
}

fn produce(buffer: &Buffer) {
    for _ in 0..COUNT {
        buffer.put(Item { data: 1 });
    }
    buffer.halt();
}

#[derive(Default)]
struct Consumer {
    lock: Mutex<()>,
}

impl Consumer {
    fn inc(&self, by: usize) {
        let _mine = self.lock.lock().unwrap();
        TOTAL.store(TOTAL.load(Relaxed) + by, Relaxed);
    }

    fn consume(&self, buffer: &Buffer) {
        for _ in 0..GETS {
            match buffer.get() {
                Some(item) => self.inc(item.data),
                None => break,
            }
        }
    }
}

fn main() {
    let buffer = Arc::new(Buffer::default());
    for _ in 0..PRODUCERS {
        let buffer = Arc::clone(&buffer);
        thread::spawn(move || produce(&buffer));
    }
    let consumers: Vec<_> = (0..CONSUMERS)
        .map(|_| {
            let buffer = Arc::clone(&buffer);
            thread::spawn(move || Consumer::default().consume(&buffer))
        })
        .collect();
    for consumer in consumers {
        consumer.join().unwrap();
    }
    let total = TOTAL.load(Relaxed);
    assert!(total == COUNT * PRODUCERS, "consumed {total} of {}", COUNT * PRODUCERS);
}
