//@ bug: data-race
//@ source: a bounded queue whose consumer frees the place before it has read it
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicUsize, Ordering::*};
use std::thread;
struct Slot {
    seq: AtomicUsize,
    data: UnsafeCell<Option<String>>,
}
struct Queue {
    slots: [Slot; 1],
    enq: AtomicUsize,
    deq: AtomicUsize,
}
unsafe impl Sync for Queue {}
impl Queue {
    fn push(&self, v: &str) -> bool {
        let pos = self.enq.load(Relaxed);
        let s = &self.slots[0];
        if s.seq.load(Acquire) != 2 * pos {
            return false;
        }
        if self
            .enq
            .compare_exchange(pos, pos + 1, Relaxed, Relaxed)
            .is_err()
        {
            return false;
        }
        unsafe { *s.data.get() = Some(v.to_string()) };
        s.seq.store(2 * pos + 1, Release);
        true
    }
    fn pop(&self) -> Option<String> {
        let pos = self.deq.load(Relaxed);
        let s = &self.slots[0];
        if s.seq.load(Acquire) != 2 * pos + 1 {
            return None;
        }
        self.deq.store(pos + 1, Relaxed);
        s.seq.store(2 * (pos + 1), Release);
        unsafe { (*s.data.get()).take() }
    }
}
fn main() {
    let q = Queue {
        slots: [Slot {
            seq: AtomicUsize::new(0),
            data: UnsafeCell::new(None),
        }],
        enq: AtomicUsize::new(0),
        deq: AtomicUsize::new(0),
    };
    assert!(q.push("a"));
    thread::scope(|s| {
        s.spawn(|| q.pop());
        s.spawn(|| q.push("b"));
    });
}
