//@ no-bug
//@ source: Harris 2001: a sorted list whose nodes are deleted by a mark in the low bit of their link

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::SeqCst};
use std::thread;

// Logical deletion by the low bit of `next`.
struct Node {
    key: i32,
    next: AtomicPtr<Node>,
}
struct List {
    head: AtomicPtr<Node>,
}
fn marked(p: *mut Node) -> bool {
    p as usize & 1 == 1
}
fn mark(p: *mut Node) -> *mut Node {
    (p as usize | 1) as *mut Node
}
fn strip(p: *mut Node) -> *mut Node {
    (p as usize & !1) as *mut Node
}
impl List {
    fn new() -> List {
        List {
            head: AtomicPtr::new(ptr::null_mut()),
        }
    }
    fn find(&self, key: i32) -> (&AtomicPtr<Node>, *mut Node) {
        'retry: loop {
            let mut prev = &self.head;
            let mut cur = prev.load(SeqCst);
            loop {
                if cur.is_null() {
                    return (prev, cur);
                }
                let next = unsafe { (*cur).next.load(SeqCst) };
                if marked(next) {
                    if prev
                        .compare_exchange(cur, strip(next), SeqCst, SeqCst)
                        .is_err()
                    {
                        continue 'retry;
                    }
                    cur = strip(next);
                    continue;
                }
                if unsafe { (*cur).key } >= key {
                    return (prev, cur);
                }
                prev = unsafe { &(*cur).next };
                cur = next;
            }
        }
    }
    fn insert(&self, key: i32) -> bool {
        let node = Box::into_raw(Box::new(Node {
            key,
            next: AtomicPtr::new(ptr::null_mut()),
        }));
        loop {
            let (prev, cur) = self.find(key);
            if !cur.is_null() && unsafe { (*cur).key } == key {
                drop(unsafe { Box::from_raw(node) });
                return false;
            }
            unsafe { (*node).next.store(cur, SeqCst) };
            if prev.compare_exchange(cur, node, SeqCst, SeqCst).is_ok() {
                return true;
            }
        }
    }
    fn remove(&self, key: i32) -> bool {
        loop {
            let (prev, cur) = self.find(key);
            if cur.is_null() || unsafe { (*cur).key } != key {
                return false;
            }
            let next = unsafe { (*cur).next.load(SeqCst) };
            if marked(next) {
                continue;
            }
            if unsafe {
                (*cur)
                    .next
                    .compare_exchange(next, mark(next), SeqCst, SeqCst)
            }
            .is_err()
            {
                continue;
            }
            let _ = prev.compare_exchange(cur, next, SeqCst, SeqCst);
            return true;
        }
    }
    fn keys(&self) -> Vec<i32> {
        let mut out = vec![];
        let mut p = self.head.load(SeqCst);
        while !p.is_null() {
            let n = unsafe { &*p };
            let next = n.next.load(SeqCst);
            if !marked(next) {
                out.push(n.key);
            }
            p = strip(next);
        }
        out
    }
}
fn main() {
    let list = List::new();
    assert!(list.insert(1) && list.insert(3) && !list.insert(3));
    thread::scope(|s| {
        s.spawn(|| assert!(list.remove(1)));
        s.spawn(|| assert!(list.insert(2)));
    });
    assert_eq!(list.keys(), [2, 3]);
}
