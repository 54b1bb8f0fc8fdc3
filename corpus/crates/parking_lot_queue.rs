//@ no-bug
//@ source: a bounded queue as people write it with parking_lot: no poisoning, a condvar that takes the
//@ source: guard by reference, a timed attempt

use parking_lot::{Condvar, Mutex};
use std::collections::VecDeque;
use std::sync::Arc;
use std::thread;

struct Queue<T> {
    items: Mutex<VecDeque<T>>,
    not_empty: Condvar,
    not_full: Condvar,
    capacity: usize,
}

impl<T> Queue<T> {
    fn new(capacity: usize) -> Self {
        Queue {
            items: Mutex::new(VecDeque::with_capacity(capacity)),
            not_empty: Condvar::new(),
            not_full: Condvar::new(),
            capacity,
        }
    }

    fn push(&self, item: T) {
        let mut items = self.items.lock();
        self.not_full
            .wait_while(&mut items, |items| items.len() == self.capacity);
        items.push_back(item);
        self.not_empty.notify_one();
    }

    fn pop(&self) -> T {
        let mut items = self.items.lock();
        while items.is_empty() {
            self.not_empty.wait(&mut items);
        }
        let item = items.pop_front().unwrap();
        self.not_full.notify_one();
        item
    }
}

fn main() {
    let queue = Arc::new(Queue::new(1));
    let producer = {
        let queue = Arc::clone(&queue);
        thread::spawn(move || {
            for i in 0..2 {
                queue.push(i);
            }
        })
    };
    let sum: u32 = (0..2).map(|_| queue.pop()).sum();
    producer.join().unwrap();
    assert_eq!(sum, 1);
    println!("{sum} {:?}", queue.items);
}
