//@ no-bug
//@ source: a read-write lock in one word over unsized data, with downgrade
use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU32, Ordering::*};
const W: u32 = 1 << 31;
pub struct Rw<T: ?Sized> {
    s: AtomicU32,
    v: UnsafeCell<T>,
}
unsafe impl<T: ?Sized + Send + Sync> Sync for Rw<T> {}
pub struct R<'a, T: ?Sized>(&'a Rw<T>);
pub struct Wg<'a, T: ?Sized>(&'a Rw<T>);
impl<T: ?Sized> Rw<T> {
    pub fn read(&self) -> R<'_, T> {
        loop {
            let s = self.s.load(Relaxed);
            if s & W == 0
                && self
                    .s
                    .compare_exchange_weak(s, s + 1, Acquire, Relaxed)
                    .is_ok()
            {
                return R(self);
            }
            std::hint::spin_loop();
        }
    }
    pub fn write(&self) -> Wg<'_, T> {
        while self
            .s
            .compare_exchange_weak(0, W, Acquire, Relaxed)
            .is_err()
        {
            std::thread::yield_now();
        }
        Wg(self)
    }
}
impl<'a, T: ?Sized> Wg<'a, T> {
    pub fn downgrade(self) -> R<'a, T> {
        let r = self.0;
        std::mem::forget(self);
        r.s.store(1, Release);
        R(r)
    }
}
impl<T: ?Sized> Deref for R<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { &*self.0.v.get() }
    }
}
impl<T: ?Sized> Deref for Wg<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { &*self.0.v.get() }
    }
}
impl<T: ?Sized> DerefMut for Wg<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.0.v.get() }
    }
}
impl<T: ?Sized> Drop for R<'_, T> {
    fn drop(&mut self) {
        self.0.s.fetch_sub(1, Release);
    }
}
impl<T: ?Sized> Drop for Wg<'_, T> {
    fn drop(&mut self) {
        self.0.s.store(0, Release);
    }
}
fn main() {
    let l: &Rw<[i32]> = &Rw {
        s: AtomicU32::new(0),
        v: UnsafeCell::new([0, 0, 0]),
    };
    std::thread::scope(|s| {
        s.spawn(|| {
            let mut w = l.write();
            w[0] = 1;
            w[2] = 1;
            let r = w.downgrade();
            assert_eq!(r[0], 1);
        });
        s.spawn(|| {
            let r = l.read();
            assert_eq!(r[0], r[2]);
        });
    });
    assert_eq!(l.read().iter().sum::<i32>(), 2);
}
