//@ bug: panic
//@ message: "taken twice"
//@ source: the same deque whose owner takes the last item without a compare-exchange

use std::collections::HashSet;
use std::sync::atomic::{AtomicIsize, AtomicU32, Ordering::SeqCst};
use std::thread;

#[derive(Default)]
struct Deque {
    top: AtomicIsize,
    bottom: AtomicIsize,
    items: [AtomicU32; 2],
}

impl Deque {
    fn push(&self, item: u32) {
        let b = self.bottom.load(SeqCst);
        self.items[b as usize % 2].store(item, SeqCst);
        self.bottom.store(b + 1, SeqCst);
    }

    fn pop(&self) -> Option<u32> {
        let b = self.bottom.load(SeqCst) - 1;
        self.bottom.store(b, SeqCst);
        if self.top.load(SeqCst) > b {
            self.bottom.store(b + 1, SeqCst);
            return None;
        }
        Some(self.items[b as usize % 2].load(SeqCst))
    }

    fn steal(&self) -> Option<u32> {
        let t = self.top.load(SeqCst);
        if t >= self.bottom.load(SeqCst) {
            return None;
        }
        let item = self.items[t as usize % 2].load(SeqCst);
        self.top.compare_exchange(t, t + 1, SeqCst, SeqCst).ok().map(|_| item)
    }
}

fn main() {
    let deque = Deque::default();
    deque.push(7);
    let (mine, stolen) = thread::scope(|s| {
        let thief = s.spawn(|| deque.steal());
        (deque.pop(), thief.join().unwrap())
    });
    let mut seen = HashSet::new();
    for item in mine.iter().chain(&stolen) {
        assert!(seen.insert(item), "{item} was taken twice");
    }
}
