//@ bug: panic
//@ message: "lost"
//@ source: a stack whose push stores the head without compare-exchange

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;

struct Node {
    next: *mut Node,
}

struct Stack {
    head: AtomicPtr<Node>,
}

impl Stack {
    fn push(&self) {
        let node = Box::into_raw(Box::new(Node { next: ptr::null_mut() }));
        unsafe { (*node).next = self.head.load(SeqCst) };
        self.head.store(node, SeqCst);
    }

    fn len(&self) -> usize {
        let mut n = 0;
        let mut at = self.head.load(SeqCst);
        while !at.is_null() {
            n += 1;
            at = unsafe { (*at).next };
        }
        n
    }
}

fn main() {
    let stack = Arc::new(Stack { head: AtomicPtr::new(ptr::null_mut()) });
    let s = Arc::clone(&stack);
    let t = thread::spawn(move || s.push());
    stack.push();
    t.join().unwrap();
    assert!(stack.len() == 2, "lost a node");
}
