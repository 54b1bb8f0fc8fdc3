//@ bug: undefined-behavior
//@ source: a reader follows a lock-free list while a writer unlinks and frees at once

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::Arc;
use std::thread;

struct Node {
    key: u32,
    next: AtomicPtr<Node>,
}

struct List {
    head: AtomicPtr<Node>,
}

impl List {
    fn push(&self, key: u32) {
        let next = AtomicPtr::new(self.head.load(Ordering::Relaxed));
        self.head.store(Box::into_raw(Box::new(Node { key, next })), Ordering::Release);
    }
    fn contains(&self, key: u32) -> bool {
        let mut at = self.head.load(Ordering::Acquire);
        while !at.is_null() {
            let node = unsafe { &*at };
            if node.key == key { // BUG
                return true;
            }
            at = node.next.load(Ordering::Acquire); // BUG
        }
        false
    }
    fn pop(&self) {
        let head = self.head.load(Ordering::Acquire);
        if !head.is_null() {
            let next = unsafe { (*head).next.load(Ordering::Acquire) };
            self.head.store(next, Ordering::Release);
            drop(unsafe { Box::from_raw(head) }); // FREED BUG
        }
    }
}

fn main() {
    let list = Arc::new(List { head: AtomicPtr::new(ptr::null_mut()) });
    list.push(1);
    list.push(2);
    let reader = list.clone();
    let t = thread::spawn(move || reader.contains(1));
    list.pop();
    assert!(t.join().unwrap());
}
