//@ bug: data-race
//@ bug: undefined-behavior
//@ source: the same queue with its sequence number stored before the value

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
struct Cell {
    seq: AtomicUsize,
    data: UnsafeCell<MaybeUninit<String>>,
}
struct Queue {
    cells: [Cell; 2],
    tail: AtomicUsize,
    head: AtomicUsize,
}
unsafe impl Sync for Queue {}
impl Queue {
    fn push(&self, v: String) {
        let pos = self.tail.fetch_add(1, Ordering::Relaxed);
        let cell = &self.cells[pos % 2];
        cell.seq.store(pos + 1, Ordering::Release);
        unsafe { (*cell.data.get()).write(v) };
    }
    fn pop(&self) -> Option<String> {
        let pos = self.head.load(Ordering::Relaxed);
        let cell = &self.cells[pos % 2];
        if cell.seq.load(Ordering::Acquire) != pos + 1 {
            return None;
        }
        self.head.store(pos + 1, Ordering::Relaxed);
        Some(unsafe { (*cell.data.get()).assume_init_read() })
    }
}
fn main() {
    let cell = || Cell {
        seq: AtomicUsize::new(0),
        data: UnsafeCell::new(MaybeUninit::uninit()),
    };
    let q = Queue {
        cells: [cell(), cell()],
        tail: AtomicUsize::new(0),
        head: AtomicUsize::new(0),
    };
    thread::scope(|s| {
        s.spawn(|| q.push("x".repeat(3)));
        if let Some(v) = q.pop() {
            assert_eq!(v.len(), 3);
        }
    });
}
