//@ no-bug
//@ source: a Treiber stack whose pops protect their node by a hazard slot

use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::{ptr, thread};
const SLOTS: usize = 2;
struct Domain {
    slots: [AtomicPtr<Node>; SLOTS],
    retired: AtomicUsize,
}
struct Node {
    value: u32,
    next: *mut Node,
}
struct Stack {
    head: AtomicPtr<Node>,
    dom: Domain,
}
unsafe impl Sync for Stack {}
impl Stack {
    const fn new() -> Self {
        const EMPTY: AtomicPtr<Node> = AtomicPtr::new(ptr::null_mut());
        Stack {
            head: EMPTY,
            dom: Domain {
                slots: [EMPTY; SLOTS],
                retired: AtomicUsize::new(0),
            },
        }
    }
    fn push(&self, value: u32) {
        let n = Box::into_raw(Box::new(Node {
            value,
            next: ptr::null_mut(),
        }));
        let mut head = self.head.load(Ordering::Relaxed);
        loop {
            unsafe { (*n).next = head };
            match self
                .head
                .compare_exchange_weak(head, n, Ordering::Release, Ordering::Relaxed)
            {
                Ok(_) => return,
                Err(h) => head = h,
            }
        }
    }
    fn pop(&self, me: usize) -> Option<u32> {
        loop {
            let head = self.head.load(Ordering::SeqCst);
            if head.is_null() {
                return None;
            }
            self.dom.slots[me].store(head, Ordering::SeqCst);
            if self.head.load(Ordering::SeqCst) != head {
                continue;
            }
            let next = unsafe { (*head).next };
            if self
                .head
                .compare_exchange(head, next, Ordering::SeqCst, Ordering::SeqCst)
                .is_ok()
            {
                let value = unsafe { (*head).value };
                self.dom.slots[me].store(ptr::null_mut(), Ordering::SeqCst);
                let busy = self
                    .dom
                    .slots
                    .iter()
                    .any(|s| s.load(Ordering::SeqCst) == head);
                if !busy {
                    drop(unsafe { Box::from_raw(head) });
                } else {
                    self.dom.retired.fetch_add(1, Ordering::Relaxed);
                }
                return Some(value);
            }
            self.dom.slots[me].store(ptr::null_mut(), Ordering::SeqCst);
        }
    }
}
static S: Stack = Stack::new();
fn main() {
    S.push(1);
    S.push(2);
    let t = thread::spawn(|| S.pop(0));
    let a = S.pop(1);
    let b = t.join().unwrap();
    assert_eq!(a.unwrap() + b.unwrap(), 3);
    assert_eq!(S.pop(0), None);
}
