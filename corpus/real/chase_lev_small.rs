//@ no-bug
//@ source: a fixed-size deque after Chase and Lev: the owner takes at the bottom, a thief at the top, nothing is taken twice

use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, AtomicU32, Ordering::SeqCst};
use std::thread;

const SIZE: usize = 4;

struct Deque {
    top: AtomicIsize,
    bottom: AtomicIsize,
    items: [AtomicU32; SIZE],
}

#[derive(Debug, PartialEq)]
enum Steal {
    Empty,
    Retry,
    Success(u32),
}

impl Deque {
    fn new() -> Self {
        Deque { top: AtomicIsize::new(0), bottom: AtomicIsize::new(0), items: Default::default() }
    }

    fn push(&self, item: u32) {
        let b = self.bottom.load(SeqCst);
        self.items[b as usize % SIZE].store(item, SeqCst);
        self.bottom.store(b + 1, SeqCst);
    }

    fn pop(&self) -> Option<u32> {
        let b = self.bottom.load(SeqCst) - 1;
        self.bottom.store(b, SeqCst);
        let t = self.top.load(SeqCst);
        if t > b {
            self.bottom.store(t, SeqCst);
            return None;
        }
        let item = self.items[b as usize % SIZE].load(SeqCst);
        if t < b {
            return Some(item);
        }
        let won = self.top.compare_exchange(t, t + 1, SeqCst, SeqCst).is_ok();
        self.bottom.store(t + 1, SeqCst);
        won.then_some(item)
    }

    fn steal(&self) -> Steal {
        let t = self.top.load(SeqCst);
        let b = self.bottom.load(SeqCst);
        if t >= b {
            return Steal::Empty;
        }
        let item = self.items[t as usize % SIZE].load(SeqCst);
        match self.top.compare_exchange(t, t + 1, SeqCst, SeqCst) {
            Ok(_) => Steal::Success(item),
            Err(_) => Steal::Retry,
        }
    }
}

fn main() {
    let deque = Arc::new(Deque::new());
    deque.push(1);
    deque.push(2);
    let thief = {
        let deque = Arc::clone(&deque);
        thread::spawn(move || deque.steal())
    };
    let mut taken: Vec<u32> = std::iter::from_fn(|| deque.pop()).collect();
    if let Steal::Success(item) = thief.join().unwrap() {
        taken.push(item);
    }
    taken.extend(deque.pop());
    taken.sort();
    assert_eq!(taken, [1, 2]);
}
