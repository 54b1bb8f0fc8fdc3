//@ no-bug
//@ source: `producerconsumer` with an atomic total, where only the last producer to finish
//@ source: stops the consumers. Small parameters, so that a complete search ends.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const SIZE: usize = 1;
const PRODUCERS: usize = 1;
const CONSUMERS: usize = 2;
const COUNT: usize = 2;
const GETS: usize = 3;

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
    finished: usize,
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
        while ring.used == 0 && ring.finished < PRODUCERS {
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

    fn finish(&self) {
        let mut ring = self.ring.lock().unwrap();
        ring.finished += 1;
        self.changed.notify_all();
    }
}

fn produce(buffer: &Buffer) {
    for _ in 0..COUNT {
        buffer.put(Item { data: 1 });
    }
    buffer.finish();
}

fn consume(buffer: &Buffer) {
    for _ in 0..GETS {
        match buffer.get() {
            Some(item) => TOTAL.fetch_add(item.data, Relaxed),
            None => break,
        };
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
            thread::spawn(move || consume(&buffer))
        })
        .collect();
    for consumer in consumers {
        consumer.join().unwrap();
    }
    let total = TOTAL.load(Relaxed);
    assert!(total == COUNT * PRODUCERS, "consumed {total} of {}", COUNT * PRODUCERS);
}
