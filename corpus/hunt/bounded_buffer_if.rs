//@ bug: panic
//@ message: "the buffer is"
//@ first-bug-executions: 5
//@ source: a bounded buffer whose waits are not in a loop; two producers, two consumers

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const CAPACITY: usize = 1;
const PRODUCERS: usize = 2;
const CONSUMERS: usize = 2;

struct Buffer<T> {
    items: Mutex<VecDeque<T>>,
    not_full: Condvar,
    not_empty: Condvar,
}

impl<T> Buffer<T> {
    fn new() -> Self {
        Buffer {
            items: Mutex::new(VecDeque::with_capacity(CAPACITY)),
            not_full: Condvar::new(),
            not_empty: Condvar::new(),
        }
    }

    fn put(&self, item: T) {
        let mut items = self.items.lock().unwrap();
        if items.len() == CAPACITY {
            items = self.not_full.wait(items).unwrap();
        }
        assert!(items.len() < CAPACITY, "the buffer is full");
        items.push_back(item);
        self.not_empty.notify_one();
    }

    fn take(&self) -> T {
        let mut items = self.items.lock().unwrap();
        if items.is_empty() {
            items = self.not_empty.wait(items).unwrap();
        }
        let item = items.pop_front().expect("the buffer is empty");
        self.not_full.notify_one();
        item
    }
}

fn main() {
    let buffer = Arc::new(Buffer::new());
    let mut threads = Vec::new();
    for id in 0..PRODUCERS {
        let buffer = Arc::clone(&buffer);
        threads.push(thread::spawn(move || buffer.put(id)));
    }
    for _ in 0..CONSUMERS {
        let buffer = Arc::clone(&buffer);
        threads.push(thread::spawn(move || {
            buffer.take();
        }));
    }
    for t in threads {
        t.join().unwrap();
    }
}
