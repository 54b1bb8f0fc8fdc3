//@ no-bug
//@ source: Treiber's stack; popped nodes are leaked, so that there is no ABA

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::Arc;
use std::thread;

struct Node<T> {
    value: T,
    next: *mut Node<T>,
}

struct Stack<T> {
    head: AtomicPtr<Node<T>>,
}

impl<T: Copy> Stack<T> {
    fn new() -> Self {
        Stack { head: AtomicPtr::new(ptr::null_mut()) }
    }

    fn push(&self, value: T) {
        let node = Box::into_raw(Box::new(Node { value, next: ptr::null_mut() }));
        loop {
            let head = self.head.load(Ordering::Acquire);
            unsafe { (*node).next = head };
            if self.head.compare_exchange(head, node, Ordering::AcqRel, Ordering::Acquire).is_ok() {
                return;
            }
        }
    }

    fn pop(&self) -> Option<T> {
        loop {
            let head = self.head.load(Ordering::Acquire);
            if head.is_null() {
                return None;
            }
            let next = unsafe { (*head).next };
            if self.head.compare_exchange(head, next, Ordering::AcqRel, Ordering::Acquire).is_ok() {
                return Some(unsafe { (*head).value });
            }
        }
    }
}

fn main() {
    let stack = Arc::new(Stack::new());
    stack.push(1);
    let s = Arc::clone(&stack);
    let pusher = thread::spawn(move || s.push(2));
    let s = Arc::clone(&stack);
    let popper = thread::spawn(move || s.pop());
    pusher.join().unwrap();
    let mut sum = popper.join().unwrap().unwrap();
    while let Some(x) = stack.pop() {
        sum += x;
    }
    println!("{sum}");
}
