//@ no-bug
//@ source: Vyukov: a bounded queue with sequence numbers for many senders and receivers

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::thread;
// Vyukov's bounded queue
struct Cell<T> {
    seq: AtomicUsize,
    data: UnsafeCell<MaybeUninit<T>>,
}
pub struct Queue<T> {
    cells: Box<[Cell<T>]>,
    mask: usize,
    head: AtomicUsize,
    tail: AtomicUsize,
}
unsafe impl<T: Send> Send for Queue<T> {}
unsafe impl<T: Send> Sync for Queue<T> {}
impl<T> Queue<T> {
    pub fn new(cap: usize) -> Self {
        assert!(cap.is_power_of_two());
        Queue {
            cells: (0..cap)
                .map(|i| Cell {
                    seq: AtomicUsize::new(i),
                    data: UnsafeCell::new(MaybeUninit::uninit()),
                })
                .collect(),
            mask: cap - 1,
            head: AtomicUsize::new(0),
            tail: AtomicUsize::new(0),
        }
    }
    pub fn push(&self, v: T) -> Result<(), T> {
        let mut pos = self.tail.load(Ordering::Relaxed);
        loop {
            let cell = &self.cells[pos & self.mask];
            let seq = cell.seq.load(Ordering::Acquire);
            match seq as isize - pos as isize {
                0 => match self.tail.compare_exchange_weak(
                    pos,
                    pos + 1,
                    Ordering::Relaxed,
                    Ordering::Relaxed,
                ) {
                    Ok(_) => {
                        unsafe { (*cell.data.get()).write(v) };
                        cell.seq.store(pos + 1, Ordering::Release);
                        return Ok(());
                    }
                    Err(p) => pos = p,
                },
                d if d < 0 => return Err(v),
                _ => pos = self.tail.load(Ordering::Relaxed),
            }
        }
    }
    pub fn pop(&self) -> Option<T> {
        let mut pos = self.head.load(Ordering::Relaxed);
        loop {
            let cell = &self.cells[pos & self.mask];
            let seq = cell.seq.load(Ordering::Acquire);
            match seq as isize - (pos + 1) as isize {
                0 => match self.head.compare_exchange_weak(
                    pos,
                    pos + 1,
                    Ordering::Relaxed,
                    Ordering::Relaxed,
                ) {
                    Ok(_) => {
                        let v = unsafe { (*cell.data.get()).assume_init_read() };
                        cell.seq.store(pos + self.mask + 1, Ordering::Release);
                        return Some(v);
                    }
                    Err(p) => pos = p,
                },
                d if d < 0 => return None,
                _ => pos = self.head.load(Ordering::Relaxed),
            }
        }
    }
}
impl<T> Drop for Queue<T> {
    fn drop(&mut self) {
        while self.pop().is_some() {}
    }
}
fn main() {
    let q = Arc::new(Queue::new(2));
    let p = {
        let q = q.clone();
        thread::spawn(move || q.push(Box::new(1)).is_ok())
    };
    let c = {
        let q = q.clone();
        thread::spawn(move || q.pop().map(|b| *b))
    };
    assert!(q.push(Box::new(2)).is_ok());
    assert!(p.join().unwrap());
    let mut got: Vec<i32> = c.join().unwrap().into_iter().collect();
    while let Some(b) = q.pop() {
        got.push(*b);
    }
    got.sort();
    assert_eq!(got, [1, 2]);
}
