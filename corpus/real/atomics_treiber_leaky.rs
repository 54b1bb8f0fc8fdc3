//@ no-bug
//@ outcomes: 2
//@ weak-orderings: yes
//@ source: a Treiber stack that never frees while others may look, drained by IntoIterator

use std::mem::ManuallyDrop;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;

struct Node<T> {
    value: ManuallyDrop<T>,
    next: *mut Node<T>,
}

pub struct Stack<T> {
    head: AtomicPtr<Node<T>>,
}

unsafe impl<T: Send> Send for Stack<T> {}
unsafe impl<T: Send> Sync for Stack<T> {}

impl<T> Stack<T> {
    pub const fn new() -> Self {
        Stack { head: AtomicPtr::new(ptr::null_mut()) }
    }

    pub fn push(&self, value: T) {
        let node = Box::into_raw(Box::new(Node { value: ManuallyDrop::new(value), next: ptr::null_mut() }));
        let mut head = self.head.load(Ordering::Relaxed);
        loop {
            unsafe { (*node).next = head };
            match self.head.compare_exchange_weak(head, node, Ordering::Release, Ordering::Relaxed) {
                Ok(_) => return,
                Err(now) => head = now,
            }
        }
    }

    pub fn pop(&self) -> Option<T> {
        loop {
            let head = self.head.load(Ordering::Acquire);
            let node = unsafe { head.as_ref() }?;
            if self.head.compare_exchange(head, node.next, Ordering::AcqRel, Ordering::Acquire).is_ok() {
                // The node itself leaks: others may still read its `next`.
                return Some(unsafe { ptr::read(&*node.value) });
            }
        }
    }
}

pub struct IntoIter<T>(Stack<T>);
impl<T> Iterator for IntoIter<T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        self.0.pop()
    }
}
impl<T> IntoIterator for Stack<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T> {
        IntoIter(self)
    }
}
impl<T> FromIterator<T> for Stack<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self {
        let stack = Stack::new();
        iter.into_iter().for_each(|v| stack.push(v));
        stack
    }
}

fn main() {
    let stack: Stack<Box<u32>> = (1..=1).map(Box::new).collect();
    let popped = thread::scope(|s| {
        let pusher = s.spawn(|| stack.push(Box::new(2)));
        let popper = s.spawn(|| stack.pop().map(|b| *b));
        pusher.join().unwrap();
        popper.join().unwrap()
    });
    let rest: Vec<u32> = stack.into_iter().map(|b| *b).collect();
    println!("{popped:?} {rest:?}");
}
