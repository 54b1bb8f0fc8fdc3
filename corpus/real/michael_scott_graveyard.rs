//@ no-bug
//@ source: a lock-free queue that keeps its popped nodes in a list until it is dropped
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::{ptr, thread};
struct Node<T> {
    val: UnsafeCell<MaybeUninit<T>>,
    next: AtomicPtr<Node<T>>,
}
pub struct MsQueue<T> {
    head: AtomicPtr<Node<T>>,
    tail: AtomicPtr<Node<T>>,
    grave: AtomicPtr<Grave<T>>,
}
struct Grave<T> {
    node: *mut Node<T>,
    next: *mut Grave<T>,
}
unsafe impl<T: Send> Sync for MsQueue<T> {}
unsafe impl<T: Send> Send for MsQueue<T> {}
impl<T> Node<T> {
    fn alloc(v: MaybeUninit<T>) -> *mut Node<T> {
        Box::into_raw(Box::new(Node {
            val: UnsafeCell::new(v),
            next: AtomicPtr::default(),
        }))
    }
}
impl<T> MsQueue<T> {
    pub fn new() -> Self {
        let d = Node::alloc(MaybeUninit::uninit());
        MsQueue {
            head: AtomicPtr::new(d),
            tail: AtomicPtr::new(d),
            grave: AtomicPtr::new(ptr::null_mut()),
        }
    }
    pub fn push(&self, v: T) {
        let n = Node::alloc(MaybeUninit::new(v));
        loop {
            let t = self.tail.load(Ordering::Acquire);
            let next = unsafe { &(*t).next };
            match next.compare_exchange(ptr::null_mut(), n, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => {
                    let _ = self
                        .tail
                        .compare_exchange(t, n, Ordering::Release, Ordering::Relaxed);
                    return;
                }
                Err(o) => {
                    let _ = self
                        .tail
                        .compare_exchange(t, o, Ordering::Release, Ordering::Relaxed);
                }
            }
        }
    }
    pub fn pop(&self) -> Option<T> {
        loop {
            let h = self.head.load(Ordering::Acquire);
            let next = unsafe { (*h).next.load(Ordering::Acquire) };
            if next.is_null() {
                return None;
            }
            if self
                .head
                .compare_exchange(h, next, Ordering::AcqRel, Ordering::Relaxed)
                .is_ok()
            {
                let v = unsafe { (*(*next).val.get()).as_ptr().read() };
                self.bury(h);
                return Some(v);
            }
        }
    }
    fn bury(&self, node: *mut Node<T>) {
        let g = Box::into_raw(Box::new(Grave {
            node,
            next: ptr::null_mut(),
        }));
        let mut cur = self.grave.load(Ordering::Relaxed);
        loop {
            unsafe {
                (*g).next = cur;
            }
            match self
                .grave
                .compare_exchange_weak(cur, g, Ordering::Release, Ordering::Relaxed)
            {
                Ok(_) => break,
                Err(c) => cur = c,
            }
        }
    }
}
impl<T> Drop for MsQueue<T> {
    fn drop(&mut self) {
        while let Some(v) = self.pop() {
            drop(v);
        }
        unsafe {
            drop(Box::from_raw(*self.head.get_mut()));
        }
        let mut g = *self.grave.get_mut();
        while !g.is_null() {
            let b = unsafe { Box::from_raw(g) };
            unsafe {
                drop(Box::from_raw(b.node));
            }
            g = b.next;
        }
    }
}
fn main() {
    let q = MsQueue::new();
    thread::scope(|s| {
        s.spawn(|| q.push(Box::new(1)));
        s.spawn(|| {
            if let Some(b) = q.pop() {
                assert!(*b == 1 || *b == 2);
            }
        });
        q.push(Box::new(2));
    });
}
