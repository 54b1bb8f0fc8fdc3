//@ no-bug
//@ source: a single-producer single-consumer ring of UnsafeCells

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::thread;

const SLOTS: usize = 2;
const ITEMS: u32 = 3;

struct Ring {
    slots: [UnsafeCell<u32>; SLOTS],
    head: AtomicUsize,
    tail: AtomicUsize,
}

unsafe impl Sync for Ring {}

impl Ring {
    fn push(&self, value: u32) -> bool {
        let tail = self.tail.load(Ordering::Relaxed);
        if tail - self.head.load(Ordering::Acquire) == SLOTS {
            return false;
        }
        unsafe { *self.slots[tail % SLOTS].get() = value };
        self.tail.store(tail + 1, Ordering::Release);
        true
    }

    fn pop(&self) -> Option<u32> {
        let head = self.head.load(Ordering::Relaxed);
        if head == self.tail.load(Ordering::Acquire) {
            return None;
        }
        let value = unsafe { *self.slots[head % SLOTS].get() };
        self.head.store(head + 1, Ordering::Release);
        Some(value)
    }
}

fn main() {
    let ring = Arc::new(Ring {
        slots: [UnsafeCell::new(0), UnsafeCell::new(0)],
        head: AtomicUsize::new(0),
        tail: AtomicUsize::new(0),
    });
    let r = Arc::clone(&ring);
    let producer = thread::spawn(move || {
        for i in 0..ITEMS {
            while !r.push(i) {
                thread::yield_now();
            }
        }
    });
    let mut got = vec![];
    while got.len() < ITEMS as usize {
        match ring.pop() {
            Some(x) => got.push(x),
            None => thread::yield_now(),
        }
    }
    producer.join().unwrap();
    println!("{got:?}");
}
