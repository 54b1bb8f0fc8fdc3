//@ no-bug
//@ source: a Treiber stack with one hazard pointer for each of two threads

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::*};
use std::thread;

struct Node {
    value: u32,
    next: *mut Node,
}

struct Stack {
    head: AtomicPtr<Node>,
    hazards: [AtomicPtr<Node>; 2],
}

unsafe impl Sync for Stack {}

struct Local<'a> {
    stack: &'a Stack,
    me: usize,
    retired: Vec<*mut Node>,
}

unsafe impl Send for Local<'_> {}

impl Local<'_> {
    fn push(&self, value: u32) {
        let node = Box::into_raw(Box::new(Node {
            value,
            next: ptr::null_mut(),
        }));
        let mut head = self.stack.head.load(Relaxed);
        loop {
            unsafe { (*node).next = head };
            match self
                .stack
                .head
                .compare_exchange_weak(head, node, Release, Relaxed)
            {
                Ok(_) => return,
                Err(now) => head = now,
            }
        }
    }

    fn pop(&mut self) -> Option<u32> {
        let mine = &self.stack.hazards[self.me];
        let node = loop {
            let head = self.stack.head.load(SeqCst);
            mine.store(head, SeqCst);
            if self.stack.head.load(SeqCst) != head {
                continue;
            }
            let node = unsafe { head.as_ref() }?;
            if self
                .stack
                .head
                .compare_exchange(head, node.next, SeqCst, SeqCst)
                .is_ok()
            {
                break head;
            }
        };
        let value = unsafe { (*node).value };
        mine.store(ptr::null_mut(), SeqCst);
        self.retired.push(node);
        self.scan();
        Some(value)
    }

    fn scan(&mut self) {
        let stack = self.stack;
        self.retired.retain(|&node| {
            let used = stack
                .hazards
                .iter()
                .any(|hazard| hazard.load(SeqCst) == node);
            if !used {
                drop(unsafe { Box::from_raw(node) });
            }
            used
        });
    }
}

fn main() {
    let stack = Stack {
        head: AtomicPtr::default(),
        hazards: Default::default(),
    };
    let local = |me| Local {
        stack: &stack,
        me,
        retired: Vec::new(),
    };
    let main = local(0);
    main.push(1);
    main.push(2);
    let (mut a, mut b) = (local(0), local(1));
    let (x, y) = thread::scope(|s| {
        let t = s.spawn(|| a.pop());
        let y = b.pop();
        (t.join().unwrap(), y)
    });
    assert_eq!(x.unwrap() + y.unwrap(), 3);
    for node in a.retired.into_iter().chain(b.retired) {
        drop(unsafe { Box::from_raw(node) });
    }
    assert!(stack.head.load(SeqCst).is_null());
}
