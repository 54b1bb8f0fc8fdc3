//@ no-bug
//@ source: Vyukov's bounded queue for many producers and consumers
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicUsize, Ordering::*};
use std::thread;
struct Cell<T> {
    seq: AtomicUsize,
    data: UnsafeCell<MaybeUninit<T>>,
}
struct Queue<T> {
    buf: Box<[Cell<T>]>,
    mask: usize,
    enq: AtomicUsize,
    deq: AtomicUsize,
}
unsafe impl<T: Send> Sync for Queue<T> {}
impl<T> Queue<T> {
    fn new(cap: usize) -> Self {
        let buf = (0..cap)
            .map(|i| Cell {
                seq: AtomicUsize::new(i),
                data: UnsafeCell::new(MaybeUninit::uninit()),
            })
            .collect::<Vec<_>>()
            .into_boxed_slice();
        Queue {
            buf,
            mask: cap - 1,
            enq: AtomicUsize::new(0),
            deq: AtomicUsize::new(0),
        }
    }
    fn push(&self, v: T) -> Result<(), T> {
        let mut pos = self.enq.load(Relaxed);
        loop {
            let c = &self.buf[pos & self.mask];
            let seq = c.seq.load(Acquire);
            match seq as isize - pos as isize {
                0 => match self
                    .enq
                    .compare_exchange_weak(pos, pos + 1, Relaxed, Relaxed)
                {
                    Ok(_) => {
                        unsafe { (*c.data.get()).write(v) };
                        c.seq.store(pos + 1, Release);
                        return Ok(());
                    }
                    Err(p) => pos = p,
                },
                d if d < 0 => return Err(v),
                _ => pos = self.enq.load(Relaxed),
            }
        }
    }
    fn pop(&self) -> Option<T> {
        let mut pos = self.deq.load(Relaxed);
        loop {
            let c = &self.buf[pos & self.mask];
            let seq = c.seq.load(Acquire);
            match seq as isize - (pos + 1) as isize {
                0 => match self
                    .deq
                    .compare_exchange_weak(pos, pos + 1, Relaxed, Relaxed)
                {
                    Ok(_) => {
                        let v = unsafe { (*c.data.get()).assume_init_read() };
                        c.seq.store(pos + self.mask + 1, Release);
                        return Some(v);
                    }
                    Err(p) => pos = p,
                },
                d if d < 0 => return None,
                _ => pos = self.deq.load(Relaxed),
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
    let q = Queue::new(2);
    let n: usize = thread::scope(|s| {
        let p = s.spawn(|| {
            (q.push(Box::new(1)).is_ok() as usize) + (q.push(Box::new(2)).is_ok() as usize)
        });
        let c = s.spawn(|| q.pop().map_or(0, |b| *b));
        let pushed = p.join().unwrap();
        let got = c.join().unwrap();
        assert!(got <= 2);
        pushed
    });
    assert_eq!(n, 2);
}
