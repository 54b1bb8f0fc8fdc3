//@ bug: panic
//@ source: the same list without marks: an insertion after a removed node is lost

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::SeqCst};
use std::thread;
struct Node {
    key: i32,
    next: AtomicPtr<Node>,
}
struct List {
    head: AtomicPtr<Node>,
}
impl List {
    fn insert_after_first(&self, key: i32) {
        let node = Box::into_raw(Box::new(Node {
            key,
            next: AtomicPtr::new(ptr::null_mut()),
        }));
        loop {
            let first = self.head.load(SeqCst);
            let next = unsafe { (*first).next.load(SeqCst) };
            unsafe { (*node).next.store(next, SeqCst) };
            if unsafe { (*first).next.compare_exchange(next, node, SeqCst, SeqCst) }.is_ok() {
                return;
            }
        }
    }
    fn remove_first(&self) {
        loop {
            let first = self.head.load(SeqCst);
            let next = unsafe { (*first).next.load(SeqCst) };
            if self
                .head
                .compare_exchange(first, next, SeqCst, SeqCst)
                .is_ok()
            {
                return;
            }
        }
    }
}
fn main() {
    let second = Box::into_raw(Box::new(Node {
        key: 9,
        next: AtomicPtr::new(ptr::null_mut()),
    }));
    let first = Box::into_raw(Box::new(Node {
        key: 1,
        next: AtomicPtr::new(second),
    }));
    let list = List {
        head: AtomicPtr::new(first),
    };
    thread::scope(|s| {
        s.spawn(|| list.insert_after_first(5));
        s.spawn(|| list.remove_first());
    });
    let mut keys = vec![];
    let mut p = list.head.load(SeqCst);
    while let Some(n) = unsafe { p.as_ref() } {
        keys.push(n.key);
        p = n.next.load(SeqCst);
    }
    assert!(keys.contains(&5), "the inserted key is lost: {keys:?}");
}
