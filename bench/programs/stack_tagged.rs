//@ no-bug
//@ source: a lock-free stack of indices whose head carries a tag; each thread pops a slot and pushes it back

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

const THREADS: usize = 2;
const SLOTS: usize = 3;
const EMPTY: usize = SLOTS;

/// The head is a slot plus 16 times a tag that every change counts up.
struct Stack {
    head: AtomicUsize,
    next: Vec<AtomicUsize>,
}

impl Stack {
    fn new() -> Stack {
        Stack {
            head: AtomicUsize::new(0),
            next: (0..SLOTS).map(|slot| AtomicUsize::new(slot + 1)).collect(),
        }
    }

    fn pop(&self) -> Option<usize> {
        let mut head = self.head.load(SeqCst);
        loop {
            let slot = head % 16;
            if slot == EMPTY {
                return None;
            }
            let next = self.next[slot].load(SeqCst);
            match self.head.compare_exchange(head, head - slot + 16 + next, SeqCst, SeqCst) {
                Ok(_) => return Some(slot),
                Err(now) => head = now,
            }
        }
    }

    fn push(&self, slot: usize) {
        let mut head = self.head.load(SeqCst);
        loop {
            let top = head % 16;
            self.next[slot].store(top, SeqCst);
            match self.head.compare_exchange(head, head - top + 16 + slot, SeqCst, SeqCst) {
                Ok(_) => return,
                Err(now) => head = now,
            }
        }
    }
}

fn main() {
    let stack = Arc::new(Stack::new());
    let mut threads = Vec::new();
    for _ in 0..THREADS {
        let stack = Arc::clone(&stack);
        threads.push(thread::spawn(move || {
            let slot = stack.pop().expect("there is a slot for each thread");
            stack.push(slot);
        }));
    }
    for t in threads {
        t.join().unwrap();
    }
    let left = std::iter::from_fn(|| stack.pop()).count();
    assert_eq!(left, SLOTS, "a slot is lost");
}
