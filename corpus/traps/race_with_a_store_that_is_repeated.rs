//@ bug: data-race
//@ weak-orderings: yes
// `push` stores the node's link again in each round, which nobody may see before the node is handed out. Here
// somebody has got it before.

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;

struct Node {
    next: *mut Node,
}

static HEAD: AtomicPtr<Node> = AtomicPtr::new(ptr::null_mut());
static EARLY: AtomicPtr<Node> = AtomicPtr::new(ptr::null_mut());

fn push(node: *mut Node) {
    loop {
        let head = HEAD.load(Ordering::Acquire);
        unsafe { (*node).next = head };
        if HEAD
            .compare_exchange(head, node, Ordering::AcqRel, Ordering::Relaxed)
            .is_ok()
        {
            break;
        }
    }
}

fn node() -> *mut Node {
    Box::into_raw(Box::new(Node {
        next: ptr::null_mut(),
    }))
}

fn main() {
    let pusher = thread::spawn(|| {
        let node = node();
        EARLY.store(node, Ordering::Release);
        push(node);
    });
    let reader = thread::spawn(|| {
        let early = EARLY.load(Ordering::Acquire);
        if !early.is_null() {
            assert!(unsafe { (*early).next }.is_null());
            push(node());
        }
    });
    pusher.join().unwrap();
    reader.join().unwrap();
}
