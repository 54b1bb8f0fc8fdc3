//@ no-bug
//@ source: a ring for one sender and one receiver, split into two handles

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
pub struct Spsc<T> {
    buf: Box<[UnsafeCell<MaybeUninit<T>>]>,
    head: AtomicUsize,
    tail: AtomicUsize,
}
pub struct Tx<T>(Arc<Spsc<T>>);
pub struct Rx<T>(Arc<Spsc<T>>);
unsafe impl<T: Send> Sync for Spsc<T> {}
pub fn channel<T>(cap: usize) -> (Tx<T>, Rx<T>) {
    let mut v = Vec::with_capacity(cap);
    v.resize_with(cap, || UnsafeCell::new(MaybeUninit::uninit()));
    let s = Arc::new(Spsc {
        buf: v.into_boxed_slice(),
        head: AtomicUsize::new(0),
        tail: AtomicUsize::new(0),
    });
    (Tx(Arc::clone(&s)), Rx(s))
}
impl<T> Tx<T> {
    pub fn send(&mut self, v: T) -> Result<(), T> {
        let s = &*self.0;
        let tail = s.tail.load(Ordering::Relaxed);
        if tail.wrapping_sub(s.head.load(Ordering::Acquire)) == s.buf.len() {
            return Err(v);
        }
        unsafe {
            (*s.buf[tail % s.buf.len()].get()).write(v);
        }
        s.tail.store(tail.wrapping_add(1), Ordering::Release);
        Ok(())
    }
}
impl<T> Rx<T> {
    pub fn recv(&mut self) -> Option<T> {
        let s = &*self.0;
        let head = s.head.load(Ordering::Relaxed);
        if head == s.tail.load(Ordering::Acquire) {
            return None;
        }
        let v = unsafe { (*s.buf[head % s.buf.len()].get()).assume_init_read() };
        s.head.store(head.wrapping_add(1), Ordering::Release);
        Some(v)
    }
}
impl<T> Drop for Spsc<T> {
    fn drop(&mut self) {
        let (mut h, t) = (*self.head.get_mut(), *self.tail.get_mut());
        let n = self.buf.len();
        while h != t {
            unsafe { self.buf[h % n].get_mut().assume_init_drop() };
            h = h.wrapping_add(1);
        }
    }
}
fn main() {
    let (mut tx, mut rx) = channel::<Vec<u8>>(2);
    let h = std::thread::spawn(move || {
        for i in 0..3u8 {
            let mut v = vec![i; 2];
            while let Err(back) = tx.send(v) {
                v = back;
                std::thread::yield_now();
            }
        }
    });
    let mut sum = 0;
    let mut n = 0;
    while n < 2 {
        if let Some(v) = rx.recv() {
            sum += v.iter().map(|&b| b as u32).sum::<u32>();
            n += 1;
        } else {
            std::thread::yield_now();
        }
    }
    h.join().unwrap();
    assert_eq!(sum, 2);
}
