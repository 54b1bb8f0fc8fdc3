//@ bug: deadlock
//@ first-bug-executions: 10
//@ source: Chen 2009, kernel program `nestedmonitor`: a thread waits on a semaphore while it
//@ source: holds the monitor that the other thread needs to raise it.

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const SIZE: usize = 5;

struct Semaphore {
    value: Mutex<usize>,
    raised: Condvar,
}

impl Semaphore {
    fn new(value: usize) -> Self {
        Semaphore { value: Mutex::new(value), raised: Condvar::new() }
    }

    fn up(&self) {
        let mut value = self.value.lock().unwrap();
        *value += 1;
        self.raised.notify_all();
    }

    fn down(&self) {
        let mut value = self.value.lock().unwrap();
        while *value == 0 {
            value = self.raised.wait(value).unwrap();
        }
        *value -= 1;
    }
}

#[derive(Default)]
struct Ring {
    slots: [char; SIZE],
    input: usize,
    output: usize,
}

struct Buffer {
    ring: Mutex<Ring>,
    full: Semaphore,
    empty: Semaphore,
}

impl Buffer {
    fn new() -> Self {
        Buffer { ring: Mutex::new(Ring::default()), full: Semaphore::new(0), empty: Semaphore::new(SIZE) }
    }

    fn put(&self, c: char) {
        let mut ring = self.ring.lock().unwrap();
        self.empty.down();
        let at = ring.input;
        ring.slots[at] = c;
        ring.input = (at + 1) % SIZE;
        self.full.up();
    }

    fn get(&self) -> char {
        let mut ring = self.ring.lock().unwrap();
        self.full.down();
        let c = ring.slots[ring.output];
        ring.output = (ring.output + 1) % SIZE;
        self.empty.up();
        c
    }
}

fn main() {
    let buffer = Arc::new(Buffer::new());
    let producer = {
        let buffer = Arc::clone(&buffer);
        thread::spawn(move || loop {
            buffer.put('x');
        })
    };
    let consumer = thread::spawn(move || loop {
        assert_eq!(buffer.get(), 'x');
    });
    producer.join().unwrap();
    consumer.join().unwrap();
}
