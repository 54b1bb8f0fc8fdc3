//@ no-bug
//@ source: a ring of one producer and one consumer: MaybeUninit slots, two indexes

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::thread;

const SIZE: usize = 2;

struct Ring<T> {
    slots: [UnsafeCell<MaybeUninit<T>>; SIZE],
    head: AtomicUsize,
    tail: AtomicUsize,
}

unsafe impl<T: Send> Sync for Ring<T> {}

impl<T> Ring<T> {
    fn new() -> Self {
        let slots = std::array::from_fn(|_| UnsafeCell::new(MaybeUninit::uninit()));
        Ring { slots, head: AtomicUsize::new(0), tail: AtomicUsize::new(0) }
    }
    fn push(&self, value: T) -> Result<(), T> {
        let tail = self.tail.load(Ordering::Relaxed);
        if tail - self.head.load(Ordering::Acquire) == SIZE {
            return Err(value);
        }
        unsafe { self.slots[tail % SIZE].get().write(MaybeUninit::new(value)) };
        self.tail.store(tail + 1, Ordering::Release);
        Ok(())
    }
    fn pop(&self) -> Option<T> {
        let head = self.head.load(Ordering::Relaxed);
        if head == self.tail.load(Ordering::Acquire) {
            return None;
        }
        let value = unsafe { self.slots[head % SIZE].get().read().assume_init() };
        self.head.store(head + 1, Ordering::Release);
        Some(value)
    }
}

impl<T> Drop for Ring<T> {
    fn drop(&mut self) {
        while self.pop().is_some() {}
    }
}

fn main() {
    let ring = Arc::new(Ring::new());
    let producer = ring.clone();
    let t = thread::spawn(move || {
        for i in 0..3 {
            let mut value = Box::new(i);
            while let Err(back) = producer.push(value) {
                value = back;
                thread::yield_now();
            }
        }
    });
    let mut next = 0;
    while next < 2 {
        match ring.pop() {
            Some(value) => {
                assert_eq!(*value, next);
                next += 1;
            }
            None => thread::yield_now(),
        }
    }
    t.join().unwrap();
}
