//@ bug: undefined-behavior
//@ source: a sorted lock-free list that frees a node as soon as it is unlinked
use std::sync::atomic::{AtomicUsize, Ordering::*};
use std::thread;
struct Node {
    key: i32,
    next: AtomicUsize,
}
struct List {
    head: AtomicUsize,
}
fn node(p: usize) -> Option<&'static Node> {
    unsafe { ((p & !1) as *const Node).as_ref() }
}
impl List {
    fn insert(&self, key: i32) {
        let n = Box::into_raw(Box::new(Node {
            key,
            next: AtomicUsize::new(0),
        })) as usize;
        loop {
            let h = self.head.load(Acquire);
            node(n).unwrap().next.store(h, Relaxed);
            if self.head.compare_exchange(h, n, AcqRel, Relaxed).is_ok() {
                return;
            }
        }
    }
    fn remove_first(&self) -> bool {
        let h = self.head.load(Acquire);
        let Some(n) = node(h) else { return false };
        let next = n.next.fetch_or(1, AcqRel);
        if next & 1 == 1 {
            return false;
        }
        if self.head.compare_exchange(h, next, AcqRel, Relaxed).is_ok() {
            drop(unsafe { Box::from_raw(h as *mut Node) });
        }
        true
    }
    fn contains(&self, key: i32) -> bool {
        let mut at = self.head.load(Acquire);
        while let Some(n) = node(at) {
            let next = n.next.load(Acquire);
            if n.key == key {
                return next & 1 == 0;
            }
            at = next;
        }
        false
    }
}
static L: List = List {
    head: AtomicUsize::new(0),
};
fn main() {
    L.insert(1);
    L.insert(2);
    let t = thread::spawn(|| L.remove_first());
    let _ = L.contains(1);
    t.join().unwrap();
}
