//@ no-bug
//@ source: a bounded buffer of one place: two producers, a consumer, and waits in loops

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const CAPACITY: usize = 1;
const ITEMS: usize = 1;

struct Buffer {
    items: Mutex<VecDeque<usize>>,
    not_full: Condvar,
    not_empty: Condvar,
}

impl Buffer {
    fn put(&self, item: usize) {
        let mut items = self.items.lock().unwrap();
        while items.len() == CAPACITY {
            items = self.not_full.wait(items).unwrap();
        }
        items.push_back(item);
        self.not_empty.notify_one();
    }

    fn take(&self) -> usize {
        let mut items = self.items.lock().unwrap();
        while items.is_empty() {
            items = self.not_empty.wait(items).unwrap();
        }
        self.not_full.notify_one();
        items.pop_front().unwrap()
    }
}

fn main() {
    let buffer = Arc::new(Buffer {
        items: Mutex::new(VecDeque::new()),
        not_full: Condvar::new(),
        not_empty: Condvar::new(),
    });
    let producers: Vec<_> = (0..2)
        .map(|_| {
            let buffer = Arc::clone(&buffer);
            thread::spawn(move || {
                for item in 0..ITEMS {
                    buffer.put(item);
                }
            })
        })
        .collect();
    let consumer = thread::spawn(move || {
        for _ in 0..2 * ITEMS {
            buffer.take();
        }
    });
    for t in producers {
        t.join().unwrap();
    }
    consumer.join().unwrap();
}
