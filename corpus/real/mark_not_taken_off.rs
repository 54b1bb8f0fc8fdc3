//@ bug: undefined-behavior
//@ source: follows a pointer without taking its mark off

use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::*};
use std::thread;

struct Node {
    key: u64,
    next: AtomicPtr<Node>,
}

static HEAD: AtomicUsize = AtomicUsize::new(0);

fn insert(key: u64) {
    let node = Box::into_raw(Box::new(Node {
        key,
        next: AtomicPtr::default(),
    }));
    let old = HEAD.swap(node as usize, AcqRel);
    unsafe { (*node).next.store((old & !1) as *mut Node, Release) };
}

fn mark() {
    HEAD.fetch_or(1, AcqRel);
}

fn first() -> Option<u64> {
    let node = HEAD.load(Acquire) as *const Node;
    (!node.is_null()).then(|| unsafe { (*node).key })
}

fn main() {
    insert(5);
    let t = thread::spawn(mark);
    assert_eq!(first(), Some(5));
    t.join().unwrap();
}
