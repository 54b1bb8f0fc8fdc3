//@ no-bug
//@ source: the Michael-Scott queue with indexes and tags packed into words

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::SeqCst};
use std::thread;
// index + tag packed in a u64; nodes in a static arena
const NIL: u32 = u32::MAX;
struct Cell {
    next: AtomicU64,
    val: AtomicU32,
}
struct Queue {
    head: AtomicU64,
    tail: AtomicU64,
    cells: [Cell; 4],
    free: AtomicU32,
}
fn pack(i: u32, tag: u32) -> u64 {
    (tag as u64) << 32 | i as u64
}
fn unpack(x: u64) -> (u32, u32) {
    (x as u32, (x >> 32) as u32)
}
impl Queue {
    fn new() -> Queue {
        let cell = || Cell {
            next: AtomicU64::new(pack(NIL, 0)),
            val: AtomicU32::new(0),
        };
        Queue {
            head: AtomicU64::new(pack(0, 0)),
            tail: AtomicU64::new(pack(0, 0)),
            cells: [cell(), cell(), cell(), cell()],
            free: AtomicU32::new(1),
        }
    }
    fn enqueue(&self, v: u32) {
        let n = self.free.fetch_add(1, SeqCst);
        self.cells[n as usize].val.store(v, SeqCst);
        loop {
            let tail = self.tail.load(SeqCst);
            let (ti, tt) = unpack(tail);
            let next = self.cells[ti as usize].next.load(SeqCst);
            let (ni, nt) = unpack(next);
            if tail != self.tail.load(SeqCst) {
                continue;
            }
            if ni == NIL {
                if self.cells[ti as usize]
                    .next
                    .compare_exchange(next, pack(n, nt + 1), SeqCst, SeqCst)
                    .is_ok()
                {
                    let _ = self
                        .tail
                        .compare_exchange(tail, pack(n, tt + 1), SeqCst, SeqCst);
                    return;
                }
            } else {
                let _ = self
                    .tail
                    .compare_exchange(tail, pack(ni, tt + 1), SeqCst, SeqCst);
            }
        }
    }
    fn dequeue(&self) -> Option<u32> {
        loop {
            let head = self.head.load(SeqCst);
            let tail = self.tail.load(SeqCst);
            let (hi, ht) = unpack(head);
            let (ti, tt) = unpack(tail);
            let (ni, _) = unpack(self.cells[hi as usize].next.load(SeqCst));
            if hi == ti {
                if ni == NIL {
                    return None;
                }
                let _ = self
                    .tail
                    .compare_exchange(tail, pack(ni, tt + 1), SeqCst, SeqCst);
                continue;
            }
            let v = self.cells[ni as usize].val.load(SeqCst);
            if self
                .head
                .compare_exchange(head, pack(ni, ht + 1), SeqCst, SeqCst)
                .is_ok()
            {
                return Some(v);
            }
        }
    }
}
fn main() {
    let q = Queue::new();
    let got = thread::scope(|s| {
        s.spawn(|| q.enqueue(7));
        q.dequeue()
    });
    match got {
        Some(7) => assert!(q.dequeue().is_none()),
        None => assert_eq!(q.dequeue(), Some(7)),
        other => panic!("{other:?}"),
    }
}
