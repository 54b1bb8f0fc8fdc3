//@ bug: undefined-behavior
//@ source: a stack that frees popped nodes at once, while another thread still looks at one

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::*};
use std::sync::Arc;
use std::thread;

struct Node {
    value: u32,
    next: *mut Node,
}

#[derive(Default)]
struct Stack {
    head: AtomicPtr<Node>,
}

impl Stack {
    fn push(&self, value: u32) {
        let node = Box::into_raw(Box::new(Node { value, next: ptr::null_mut() }));
        let mut head = self.head.load(Relaxed);
        loop {
            unsafe { (*node).next = head };
            match self.head.compare_exchange(head, node, Release, Relaxed) {
                Ok(_) => break,
                Err(now) => head = now,
            }
        }
    }

    fn pop(&self) -> Option<u32> {
        let mut head = self.head.load(Acquire);
        while !head.is_null() {
            let next = unsafe { (*head).next };
            match self.head.compare_exchange(head, next, AcqRel, Acquire) {
                Ok(_) => {
                    let node = unsafe { Box::from_raw(head) };
                    return Some(node.value);
                }
                Err(now) => head = now,
            }
        }
        None
    }
}

fn main() {
    let s = Arc::new(Stack::default());
    s.push(1);
    s.push(2);
    let s2 = s.clone();
    let t = thread::spawn(move || s2.pop());
    s.pop();
    t.join().unwrap();
}
