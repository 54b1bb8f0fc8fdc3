//@ bug: panic
//@ message: "has another owner"
//@ first-bug-executions: 20000
//@ source: Vyukov's SafeStack of 2010, a free list of indices where `pop` takes a node out by its link before
//@ source: it moves the head; the benchmark misc.safestack of SCTBench. The bug takes three threads, twice
//@ source: round each, and five preemptions

use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering::SeqCst};
use std::thread;

const NONE: isize = -1;
const NODES: usize = 3;
const ROUNDS: usize = 2;

struct Node {
    next: AtomicIsize,
    owner: AtomicUsize,
}

struct FreeList {
    head: AtomicIsize,
    count: AtomicUsize,
    nodes: [Node; NODES],
}

impl FreeList {
    fn new() -> FreeList {
        let next = |index: usize| if index + 1 < NODES { index as isize + 1 } else { NONE };
        FreeList {
            head: AtomicIsize::new(0),
            count: AtomicUsize::new(NODES),
            nodes: std::array::from_fn(|index| Node {
                next: AtomicIsize::new(next(index)),
                owner: AtomicUsize::new(0),
            }),
        }
    }

    /// Leaves the last one where it is.
    fn pop(&self) -> Option<usize> {
        while self.count.load(SeqCst) > 1 {
            let head = self.head.load(SeqCst);
            let link = &self.nodes[head as usize].next;
            let next = link.swap(NONE, SeqCst);
            if next == NONE {
                continue;
            }
            if self.head.compare_exchange(head, next, SeqCst, SeqCst).is_ok() {
                self.count.fetch_sub(1, SeqCst);
                return Some(head as usize);
            }
            link.swap(next, SeqCst);
        }
        None
    }

    fn push(&self, index: usize) {
        let mut head = self.head.load(SeqCst);
        loop {
            self.nodes[index].next.store(head, SeqCst);
            match self.head.compare_exchange(head, index as isize, SeqCst, SeqCst) {
                Ok(_) => break,
                Err(found) => head = found,
            }
        }
        self.count.fetch_add(1, SeqCst);
    }
}

fn use_nodes(list: &FreeList, me: usize) {
    for _ in 0..ROUNDS {
        let index = loop {
            match list.pop() {
                Some(index) => break index,
                None => thread::yield_now(),
            }
        };
        let owner = &list.nodes[index].owner;
        owner.store(me, SeqCst);
        assert_eq!(owner.load(SeqCst), me, "node {index} has another owner");
        list.push(index);
    }
}

fn main() {
    let list = Arc::new(FreeList::new());
    let threads = (1..=3).map(|me| {
        let list = list.clone();
        thread::spawn(move || use_nodes(&list, me))
    });
    let threads: Vec<_> = threads.collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
