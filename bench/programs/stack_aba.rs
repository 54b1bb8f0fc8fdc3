//@ bug: panic
//@ message: "popped twice"
//@ source: a lock-free stack of indices without a tag: one thread's pop is overtaken by two pops and a push of the other (ABA)

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

const SLOTS: usize = 3;
const EMPTY: usize = SLOTS;

struct Stack {
    head: AtomicUsize,
    next: Vec<AtomicUsize>,
    taken: Vec<AtomicUsize>,
}

impl Stack {
    fn pop(&self) -> usize {
        loop {
            let slot = self.head.load(SeqCst);
            if slot == EMPTY {
                return EMPTY;
            }
            let next = self.next[slot].load(SeqCst);
            if self.head.compare_exchange(slot, next, SeqCst, SeqCst).is_ok() {
                let before = self.taken[slot].fetch_add(1, SeqCst);
                assert!(before == 0, "slot {slot} is popped twice");
                return slot;
            }
        }
    }

    fn push(&self, slot: usize) {
        self.taken[slot].fetch_sub(1, SeqCst);
        loop {
            let top = self.head.load(SeqCst);
            self.next[slot].store(top, SeqCst);
            if self.head.compare_exchange(top, slot, SeqCst, SeqCst).is_ok() {
                return;
            }
        }
    }
}

fn main() {
    let stack = Arc::new(Stack {
        head: AtomicUsize::new(0),
        next: (0..SLOTS).map(|slot| AtomicUsize::new(slot + 1)).collect(),
        taken: (0..SLOTS).map(|_| AtomicUsize::new(0)).collect(),
    });
    let s = Arc::clone(&stack);
    let slow = thread::spawn(move || {
        s.pop();
        s.pop();
    });
    let quick = thread::spawn(move || {
        let first = stack.pop();
        stack.pop();
        if first != EMPTY {
            stack.push(first);
        }
    });
    slow.join().unwrap();
    quick.join().unwrap();
}
