//@ no-bug
//@ source: the queue of Michael and Scott; nodes are freed at the end only

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;

struct Node {
    value: Option<u32>,
    next: AtomicPtr<Node>,
}

impl Node {
    fn boxed(value: Option<u32>) -> *mut Node {
        Box::into_raw(Box::new(Node { value, next: AtomicPtr::new(ptr::null_mut()) }))
    }
}

struct Queue {
    first: *mut Node,
    head: AtomicPtr<Node>,
    tail: AtomicPtr<Node>,
}

unsafe impl Send for Queue {}
unsafe impl Sync for Queue {}

impl Queue {
    fn new() -> Queue {
        let dummy = Node::boxed(None);
        Queue { first: dummy, head: AtomicPtr::new(dummy), tail: AtomicPtr::new(dummy) }
    }

    fn enqueue(&self, value: u32) {
        let node = Node::boxed(Some(value));
        loop {
            let tail = self.tail.load(SeqCst);
            let next = unsafe { (*tail).next.load(SeqCst) };
            if !next.is_null() {
                let _ = self.tail.compare_exchange(tail, next, SeqCst, SeqCst);
                continue;
            }
            let linked = unsafe { (*tail).next.compare_exchange(ptr::null_mut(), node, SeqCst, SeqCst) };
            if linked.is_ok() {
                let _ = self.tail.compare_exchange(tail, node, SeqCst, SeqCst);
                return;
            }
        }
    }

    fn dequeue(&self) -> Option<u32> {
        loop {
            let head = self.head.load(SeqCst);
            let next = unsafe { (*head).next.load(SeqCst) };
            if next.is_null() {
                return None;
            }
            if self.head.compare_exchange(head, next, SeqCst, SeqCst).is_ok() {
                return unsafe { (*next).value };
            }
        }
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        let mut at = self.first;
        while !at.is_null() {
            let node = unsafe { Box::from_raw(at) };
            at = node.next.load(SeqCst);
        }
    }
}

fn main() {
    let queue = Arc::new(Queue::new());
    let q = Arc::clone(&queue);
    let producer = thread::spawn(move || q.enqueue(1));
    queue.enqueue(2);
    let first = queue.dequeue().unwrap();
    producer.join().unwrap();
    let second = queue.dequeue().unwrap();
    assert!(queue.dequeue().is_none());
    println!("{}", first + second);
}
