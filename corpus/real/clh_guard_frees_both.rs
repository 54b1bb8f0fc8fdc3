//@ bug: undefined-behavior
//@ source: a queue lock whose guard frees its own node and its predecessor's
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering::*};
struct Node {
    locked: AtomicBool,
}
struct Clh {
    tail: AtomicPtr<Node>,
}
struct Guard<'a> {
    lock: &'a Clh,
    node: *mut Node,
    pred: *mut Node,
}
impl Clh {
    fn new() -> Self {
        Clh {
            tail: AtomicPtr::new(Box::into_raw(Box::new(Node {
                locked: AtomicBool::new(false),
            }))),
        }
    }
    fn lock(&self) -> Guard<'_> {
        let node = Box::into_raw(Box::new(Node {
            locked: AtomicBool::new(true),
        }));
        let pred = self.tail.swap(node, AcqRel);
        unsafe {
            while (*pred).locked.load(Acquire) {
                std::hint::spin_loop();
            }
        }
        Guard {
            lock: self,
            node,
            pred,
        }
    }
}
impl Drop for Guard<'_> {
    fn drop(&mut self) {
        unsafe {
            (*self.node).locked.store(false, Release);
            drop(Box::from_raw(self.node));
            drop(Box::from_raw(self.pred));
        }
        let _ = self.lock;
    }
}
fn main() {
    let l = Clh::new();
    let mut n = 0;
    let p = &mut n as *mut i32 as usize;
    std::thread::scope(|s| {
        for _ in 0..2 {
            s.spawn(|| {
                let _g = l.lock();
                unsafe {
                    *ptr::with_exposed_provenance_mut::<i32>(p) += 1;
                }
            });
        }
    });
    println!("{n}");
}
