//@ no-bug
//@ source: the queue of Michael and Scott; nodes are kept until the end

use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::*};
use std::thread;

struct Node<T> {
    value: MaybeUninit<T>,
    next: AtomicPtr<Node<T>>,
}

struct Queue<T> {
    head: AtomicPtr<Node<T>>,
    tail: AtomicPtr<Node<T>>,
    first: *mut Node<T>,
}
unsafe impl<T: Send> Sync for Queue<T> {}

impl<T> Node<T> {
    fn boxed(value: MaybeUninit<T>) -> *mut Self {
        Box::into_raw(Box::new(Node {
            value,
            next: AtomicPtr::new(ptr::null_mut()),
        }))
    }
}

impl<T> Queue<T> {
    fn new() -> Self {
        let first = Node::boxed(MaybeUninit::uninit());
        Queue {
            head: AtomicPtr::new(first),
            tail: AtomicPtr::new(first),
            first,
        }
    }
    fn push(&self, value: T) {
        let node = Node::boxed(MaybeUninit::new(value));
        loop {
            let tail = self.tail.load(Acquire);
            let next = unsafe { &(*tail).next };
            match next.compare_exchange(ptr::null_mut(), node, Release, Acquire) {
                Ok(_) => {
                    let _ = self.tail.compare_exchange(tail, node, Release, Relaxed);
                    return;
                }
                Err(ahead) => {
                    let _ = self.tail.compare_exchange(tail, ahead, Release, Relaxed);
                }
            }
        }
    }
    fn pop(&self) -> Option<T> {
        loop {
            let head = self.head.load(Acquire);
            let next = unsafe { (*head).next.load(Acquire) };
            if next.is_null() {
                return None;
            }
            if self
                .head
                .compare_exchange(head, next, AcqRel, Relaxed)
                .is_ok()
            {
                return Some(unsafe { (*next).value.assume_init_read() });
            }
        }
    }
}

impl<T> Drop for Queue<T> {
    fn drop(&mut self) {
        while self.pop().is_some() {}
        let mut at = self.first;
        while !at.is_null() {
            at = *unsafe { Box::from_raw(at) }.next.get_mut();
        }
    }
}

fn main() {
    let queue = Queue::new();
    let got = thread::scope(|s| {
        s.spawn(|| queue.push(Box::new(1)));
        queue.push(Box::new(2));
        queue.pop()
    });
    let rest = queue.pop();
    assert_eq!(got.map_or(0, |b| *b) + rest.map_or(0, |b| *b), 3);
}
