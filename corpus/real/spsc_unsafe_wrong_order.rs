//@ bug: data-race
//@ bug: undefined-behavior
//@ source: the same ring, published before it is written

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicUsize, Ordering::*};
struct Q {
    buf: [UnsafeCell<u32>; 2],
    head: AtomicUsize,
    tail: AtomicUsize,
}
unsafe impl Sync for Q {}
static Q1: Q = Q {
    buf: [UnsafeCell::new(0), UnsafeCell::new(0)],
    head: AtomicUsize::new(0),
    tail: AtomicUsize::new(0),
};
fn push(v: u32) -> bool {
    let t = Q1.tail.load(Relaxed);
    if t - Q1.head.load(Acquire) == 2 {
        return false;
    }
    Q1.tail.store(t + 1, Release);
    unsafe {
        *Q1.buf[t % 2].get() = v;
    }
    true
}
fn pop() -> Option<u32> {
    let h = Q1.head.load(Relaxed);
    if h == Q1.tail.load(Acquire) {
        return None;
    }
    let v = unsafe { *Q1.buf[h % 2].get() };
    Q1.head.store(h + 1, Release);
    Some(v)
}
fn main() {
    let t = std::thread::spawn(|| push(9));
    if let Some(v) = pop() {
        assert_eq!(v, 9);
    }
    t.join().unwrap();
}
