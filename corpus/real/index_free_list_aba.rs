//@ bug: panic
//@ source: a free list of indexes without a tag: one slot is handed out twice
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::*};
use std::thread;
const NIL: usize = usize::MAX;
struct Pool {
    head: AtomicUsize,
    next: [AtomicUsize; 3],
    used: [AtomicBool; 3],
}
static P: Pool = Pool {
    head: AtomicUsize::new(0),
    next: [
        AtomicUsize::new(1),
        AtomicUsize::new(2),
        AtomicUsize::new(NIL),
    ],
    used: [const { AtomicBool::new(false) }; 3],
};
impl Pool {
    fn take(&self) -> Option<usize> {
        loop {
            let h = self.head.load(Acquire);
            if h == NIL {
                return None;
            }
            let n = self.next[h].load(Relaxed);
            if self.head.compare_exchange(h, n, AcqRel, Relaxed).is_ok() {
                assert!(
                    !self.used[h].swap(true, AcqRel),
                    "slot {h} handed out twice"
                );
                return Some(h);
            }
        }
    }
    fn give(&self, i: usize) {
        self.used[i].store(false, Release);
        loop {
            let h = self.head.load(Acquire);
            self.next[i].store(h, Relaxed);
            if self.head.compare_exchange(h, i, AcqRel, Relaxed).is_ok() {
                return;
            }
        }
    }
}
fn main() {
    let t = thread::spawn(|| {
        let a = P.take();
        let b = P.take();
        if let Some(a) = a {
            P.give(a);
        }
        let _ = b;
        let c = P.take();
        let d = P.take();
        (c, d)
    });
    let x = P.take();
    let y = P.take();
    t.join().unwrap();
    let _ = (x, y);
}
