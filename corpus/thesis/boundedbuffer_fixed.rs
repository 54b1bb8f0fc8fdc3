//@ no-bug
//@ source: `boundedbuffer` with `notify_all`. One item a thread, so that a complete search
//@ source: ends.

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const SIZE: usize = 1;
const PRODUCERS: usize = 2;
const CONSUMERS: usize = 2;
const ITEMS: usize = 1;
const MODULUS: usize = 2;

#[derive(Default)]
struct Ring {
    array: [usize; SIZE],
    count: usize,
    input: usize,
    output: usize,
}

#[derive(Default)]
struct BoundedBuffer {
    ring: Mutex<Ring>,
    changed: Condvar,
}

impl BoundedBuffer {
    fn put(&self, value: usize) {
        let mut ring = self.ring.lock().unwrap();
        while ring.count == SIZE {
            ring = self.changed.wait(ring).unwrap();
        }
        let at = ring.input;
        ring.array[at] = value;
        ring.count += 1;
        ring.input = (at + 1) % SIZE;
        self.changed.notify_all();
    }

    fn get(&self) -> usize {
        let mut ring = self.ring.lock().unwrap();
        while ring.count == 0 {
            ring = self.changed.wait(ring).unwrap();
        }
        let at = ring.output;
        let value = ring.array[at];
        ring.count -= 1;
        ring.output = (at + 1) % SIZE;
        self.changed.notify_all();
        value
    }
}

fn main() {
    let buffer = Arc::new(BoundedBuffer::default());
    let mut threads = Vec::new();
    for _ in 0..PRODUCERS {
        let buffer = Arc::clone(&buffer);
        threads.push(thread::spawn(move || {
            for k in 0..ITEMS {
                buffer.put(k % MODULUS);
            }
        }));
    }
    for _ in 0..CONSUMERS {
        let buffer = Arc::clone(&buffer);
        threads.push(thread::spawn(move || {
            for _ in 0..ITEMS {
                assert!(buffer.get() < MODULUS);
            }
        }));
    }
    for t in threads {
        t.join().unwrap();
    }
}
