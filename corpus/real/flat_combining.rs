//@ no-bug
//@ source: Hendler et al. 2010: one thread executes the requests of all

use std::cell::UnsafeCell;
use std::sync::atomic::{
    AtomicBool, AtomicU8,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::Arc;
use std::thread;
const EMPTY: u8 = 0;
const REQUEST: u8 = 1;
const DONE: u8 = 2;
struct Slot {
    state: AtomicU8,
    arg: UnsafeCell<i64>,
    res: UnsafeCell<i64>,
}
struct Combiner {
    lock: AtomicBool,
    slots: Vec<Slot>,
    total: UnsafeCell<i64>,
}
unsafe impl Sync for Combiner {}
impl Combiner {
    fn new(n: usize) -> Self {
        Self {
            lock: AtomicBool::new(false),
            slots: (0..n)
                .map(|_| Slot {
                    state: AtomicU8::new(EMPTY),
                    arg: 0.into(),
                    res: 0.into(),
                })
                .collect(),
            total: UnsafeCell::new(0),
        }
    }
    fn add(&self, me: usize, x: i64) -> i64 {
        let slot = &self.slots[me];
        unsafe {
            *slot.arg.get() = x;
        }
        slot.state.store(REQUEST, Release);
        loop {
            if slot.state.load(Acquire) == DONE {
                break;
            }
            if self
                .lock
                .compare_exchange(false, true, Acquire, Relaxed)
                .is_ok()
            {
                for s in &self.slots {
                    if s.state.load(Acquire) == REQUEST {
                        unsafe {
                            let t = self.total.get();
                            *t += *s.arg.get();
                            *s.res.get() = *t;
                        }
                        s.state.store(DONE, Release);
                    }
                }
                self.lock.store(false, Release);
            } else {
                thread::yield_now();
            }
        }
        slot.state.store(EMPTY, Relaxed);
        unsafe { *slot.res.get() }
    }
}
fn main() {
    let c = Arc::new(Combiner::new(2));
    let c2 = c.clone();
    let h = thread::spawn(move || c2.add(1, 10));
    let a = c.add(0, 1);
    let b = h.join().unwrap();
    assert!(matches!((a, b), (1, 11) | (11, 10)), "{a} {b}");
}
