//@ no-bug
//@ source: a lock-free stack that is only emptied as a whole: swap(null) hands over all nodes

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::Arc;
use std::thread;

struct Node {
    value: u32,
    next: *mut Node,
}

struct Stack {
    head: AtomicPtr<Node>,
}

impl Stack {
    fn push(&self, value: u32) {
        let node = Box::into_raw(Box::new(Node { value, next: ptr::null_mut() }));
        let mut head = self.head.load(Ordering::Relaxed);
        loop {
            unsafe { (*node).next = head };
            match self.head.compare_exchange_weak(head, node, Ordering::Release, Ordering::Relaxed) {
                Ok(_) => return,
                Err(now) => head = now,
            }
        }
    }
    fn take_all(&self) -> Vec<u32> {
        let mut node = self.head.swap(ptr::null_mut(), Ordering::Acquire);
        let mut values = Vec::new();
        while !node.is_null() {
            let own = unsafe { Box::from_raw(node) };
            values.push(own.value);
            node = own.next;
        }
        values
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        self.take_all();
    }
}

fn main() {
    let stack = Arc::new(Stack { head: AtomicPtr::new(ptr::null_mut()) });
    let other = stack.clone();
    let t = thread::spawn(move || {
        other.push(1);
        other.push(2);
    });
    stack.push(10);
    let early = stack.take_all();
    t.join().unwrap();
    let mut all = early;
    all.extend(stack.take_all());
    all.sort();
    assert_eq!(all, [1, 2, 10]);
}
