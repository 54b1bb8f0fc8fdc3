//@ no-bug
//@ weak-orderings: yes
// Each of three threads puts a number on a stack without locks and takes one off; nodes are never given back. What
// they took, and what is left, is what they put there.

use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::thread;

struct Node {
    number: usize,
    below: *mut Node,
}

struct Stack(AtomicPtr<Node>);

impl Stack {
    const fn new() -> Self {
        Stack(AtomicPtr::new(ptr::null_mut()))
    }

    fn push(&self, number: usize) {
        let node = Box::into_raw(Box::new(Node {
            number,
            below: ptr::null_mut(),
        }));
        loop {
            let top = self.0.load(Ordering::Relaxed);
            unsafe { (*node).below = top };
            if self
                .0
                .compare_exchange(top, node, Ordering::Release, Ordering::Relaxed)
                .is_ok()
            {
                return;
            }
        }
    }

    fn pop(&self) -> Option<usize> {
        loop {
            let top = self.0.load(Ordering::Acquire);
            let node = unsafe { top.as_ref() }?;
            if self
                .0
                .compare_exchange(top, node.below, Ordering::AcqRel, Ordering::Relaxed)
                .is_ok()
            {
                return Some(node.number);
            }
        }
    }
}

static STACK: Stack = Stack::new();
static TAKEN: AtomicUsize = AtomicUsize::new(0);

fn main() {
    thread::scope(|s| {
        for number in [1, 10, 100] {
            s.spawn(move || {
                STACK.push(number);
                let taken = STACK.pop().expect("one for each");
                TAKEN.fetch_add(taken, Ordering::Relaxed);
            });
        }
    });
    assert_eq!(TAKEN.load(Ordering::Relaxed), 111);
    assert_eq!(STACK.pop(), None);
}
