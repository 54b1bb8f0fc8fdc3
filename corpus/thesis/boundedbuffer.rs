//@ bug: deadlock
//@ first-bug-executions: 10
//@ source: Chen 2009, real program `boundedbuffer`: `notify_one` where `notify_all` is needed,
//@ source: producers and consumers waiting on one condition.

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const SIZE: usize = 1;
const PRODUCERS: usize = 4;
const CONSUMERS: usize = 4;
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
        self.changed.notify_one();
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
        self.changed.notify_one();
        value
    }
}

fn produce(buffer: &BoundedBuffer) {
    let mut k = 0;
    loop {
        buffer.put(k);
        k = (k + 1) % MODULUS;
    }
}

fn consume(buffer: &BoundedBuffer) {
    loop {
        assert!(buffer.get() < MODULUS);
    }
}

fn main() {
    let buffer = Arc::new(BoundedBuffer::default());
    let mut threads = Vec::new();
    for _ in 0..PRODUCERS {
        let buffer = Arc::clone(&buffer);
        threads.push(thread::spawn(move || produce(&buffer)));
    }
    for _ in 0..CONSUMERS {
        let buffer = Arc::clone(&buffer);
        threads.push(thread::spawn(move || consume(&buffer)));
    }
    for t in threads {
        t.join().unwrap();
    }
}
