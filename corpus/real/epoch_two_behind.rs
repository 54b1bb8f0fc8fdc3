//@ no-bug
//@ source: epoch-based reclamation for a stack: nodes are freed two epochs after they were taken off

use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering::*};
use std::thread;

static EPOCH: AtomicU64 = AtomicU64::new(2);
static LOCALS: [Local; 2] = [const {
    Local {
        active: AtomicBool::new(false),
        epoch: AtomicU64::new(0),
    }
}; 2];
static FREED: AtomicUsize = AtomicUsize::new(0);

struct Local {
    active: AtomicBool,
    epoch: AtomicU64,
}

struct Garbage {
    epoch: u64,
    free: Box<dyn FnOnce() + Send>,
}

struct Pinned<'a> {
    local: &'a Local,
    bin: &'a RefCell<Vec<Garbage>>,
}

fn pin<'a>(id: usize, bin: &'a RefCell<Vec<Garbage>>) -> Pinned<'a> {
    let local = &LOCALS[id];
    local.active.store(true, SeqCst);
    local.epoch.store(EPOCH.load(SeqCst), SeqCst);
    Pinned { local, bin }
}

impl Pinned<'_> {
    fn defer(&self, free: impl FnOnce() + Send + 'static) {
        let epoch = EPOCH.load(SeqCst);
        self.bin.borrow_mut().push(Garbage {
            epoch,
            free: Box::new(free),
        });
    }
}

impl Drop for Pinned<'_> {
    fn drop(&mut self) {
        self.local.active.store(false, SeqCst);
        let now = EPOCH.load(SeqCst);
        let all_seen = LOCALS
            .iter()
            .all(|l| !l.active.load(SeqCst) || l.epoch.load(SeqCst) == now);
        if all_seen {
            let _ = EPOCH.compare_exchange(now, now + 1, SeqCst, SeqCst);
        }
        let mut bin = self.bin.borrow_mut();
        let old: Vec<Garbage> = bin.extract_if(.., |g| g.epoch + 2 <= now).collect();
        drop(bin);
        old.into_iter().for_each(|g| (g.free)());
    }
}

struct Node<T> {
    value: ManuallyDrop<T>,
    next: *mut Node<T>,
}

struct Stack<T>(AtomicPtr<Node<T>>);

struct SendPtr<T>(*mut T);
unsafe impl<T> Send for SendPtr<T> {}

impl<T: Send + 'static> Stack<T> {
    fn push(&self, value: T) {
        let node = Box::into_raw(Box::new(Node {
            value: ManuallyDrop::new(value),
            next: ptr::null_mut(),
        }));
        let _ = self.0.fetch_update(Release, Relaxed, |head| {
            unsafe { (*node).next = head };
            Some(node)
        });
    }
    fn pop(&self, pinned: &Pinned<'_>) -> Option<T> {
        loop {
            let head = self.0.load(Acquire);
            let next = unsafe { head.as_ref()?.next };
            if self.0.compare_exchange(head, next, AcqRel, Relaxed).is_ok() {
                let value = unsafe { ptr::read(&*(*head).value) };
                let node = SendPtr(head);
                pinned.defer(move || {
                    let node = node;
                    drop(unsafe { Box::from_raw(node.0) });
                    FREED.fetch_add(1, Relaxed);
                });
                return Some(value);
            }
        }
    }
}

fn main() {
    let stack = Stack(AtomicPtr::default());
    stack.push(String::from("a"));
    stack.push(String::from("b"));
    let lens: usize = thread::scope(|s| {
        let takers: Vec<_> = (0..2)
            .map(|id| {
                let stack = &stack;
                s.spawn(move || {
                    let bin = RefCell::new(Vec::new());
                    let got = stack.pop(&pin(id, &bin)).map_or(0, |s| s.len());
                    (got, bin.into_inner())
                })
            })
            .collect();
        let mut total = 0;
        let mut rest = Vec::new();
        for t in takers {
            let (got, bin) = t.join().unwrap();
            total += got;
            rest.extend(bin);
        }
        rest.into_iter().for_each(|g| (g.free)());
        total
    });
    assert_eq!(lens, 2);
    assert_eq!(FREED.load(Relaxed), 2);
}
