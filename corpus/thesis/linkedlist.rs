//@ bug: panic
//@ message: "nodes were lost"
//@ first-bug-executions: 10
//@ source: Chen 2009, benchmark program `linkedlist`: two threads look for the last node
//@ source: without a lock, and both append to the same.

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::{Acquire, Release}};
use std::sync::{Arc, Mutex};
use std::thread;

const MAX: usize = 6;
const BUILDERS: usize = 2;

struct Node {
    value: usize,
    next: AtomicPtr<Node>,
}

impl Node {
    fn alloc(value: usize, next: *mut Node) -> *mut Node {
        Box::into_raw(Box::new(Node { value, next: AtomicPtr::new(next) }))
    }
}

struct LinkedList {
    lock: Mutex<()>,
    header: Node,
}

impl LinkedList {
    fn new() -> Self {
        let header = Node { value: usize::MAX, next: AtomicPtr::new(ptr::null_mut()) };
        LinkedList { lock: Mutex::new(()), header }
    }

    fn add_last(&self, value: usize) {
        let mut last: &Node = &self.header;
        while let Some(next) = unsafe { last.next.load(Acquire).as_ref() } {
            last = next;
        }
        self.insert(value, last);
    }

    fn insert(&self, value: usize, after: &Node) {
        let node = {
            let _guard = self.lock.lock().unwrap();
            Node::alloc(value, after.next.load(Acquire))
        };
        after.next.store(node, Release);
    }

    fn iter(&self) -> Iter<'_> {
        Iter { at: &self.header }
    }
}

struct Iter<'a> {
    at: &'a Node,
}

impl Iterator for Iter<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        self.at = unsafe { self.at.next.load(Acquire).as_ref() }?;
        Some(self.at.value)
    }
}

impl Drop for LinkedList {
    fn drop(&mut self) {
        let mut at = *self.header.next.get_mut();
        while !at.is_null() {
            let mut node = unsafe { Box::from_raw(at) };
            at = *node.next.get_mut();
        }
    }
}

fn main() {
    let list = Arc::new(LinkedList::new());
    let share = MAX / BUILDERS;
    let mut builders = Vec::new();
    for b in 0..BUILDERS {
        let list = Arc::clone(&list);
        builders.push(thread::spawn(move || {
            for value in b * share..(b + 1) * share {
                list.add_last(value);
            }
        }));
    }
    for b in builders {
        b.join().unwrap();
    }
    let found = list.iter().count();
    assert!(found == MAX, "nodes were lost: {found} of {MAX}");
}
