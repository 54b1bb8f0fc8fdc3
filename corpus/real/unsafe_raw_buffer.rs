//@ no-bug
//@ source: a growable buffer over a raw allocation made from a boxed slice

use std::mem::{self, MaybeUninit};
use std::ptr;

pub struct RawVec<T> {
    buf: Box<[MaybeUninit<T>]>,
    len: usize,
}

impl<T> RawVec<T> {
    pub fn new() -> Self {
        RawVec { buf: Box::new([]), len: 0 }
    }

    fn grow(&mut self) {
        let cap = if self.buf.is_empty() { 2 } else { self.buf.len() * 2 };
        let mut bigger: Vec<MaybeUninit<T>> = Vec::with_capacity(cap);
        for slot in self.buf.iter().take(self.len) {
            bigger.push(MaybeUninit::new(unsafe { slot.assume_init_read() }));
        }
        bigger.resize_with(cap, MaybeUninit::uninit);
        self.buf = bigger.into_boxed_slice();
    }

    pub fn push(&mut self, value: T) {
        if self.len == self.buf.len() {
            self.grow();
        }
        self.buf[self.len].write(value);
        self.len += 1;
    }

    pub fn pop(&mut self) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        Some(unsafe { self.buf[self.len].assume_init_read() })
    }

    pub fn insert(&mut self, index: usize, value: T) {
        assert!(index <= self.len);
        if self.len == self.buf.len() {
            self.grow();
        }
        unsafe {
            let base = self.buf.as_mut_ptr();
            ptr::copy(base.add(index), base.add(index + 1), self.len - index);
            (*base.add(index)).write(value);
        }
        self.len += 1;
    }

    pub fn as_slice(&self) -> &[T] {
        unsafe { std::slice::from_raw_parts(self.buf.as_ptr() as *const T, self.len) }
    }
}

impl<T> Drop for RawVec<T> {
    fn drop(&mut self) {
        while let Some(x) = self.pop() {
            drop(x);
        }
    }
}

struct Noisy(u8);

impl Drop for Noisy {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}

fn main() {
    let mut v = RawVec::new();
    for i in 0..5 {
        v.push(i * i);
    }
    v.insert(1, 100);
    println!("{:?} {:?}", v.pop(), v.as_slice());
    let mut n = RawVec::new();
    n.push(Noisy(1));
    n.push(Noisy(2));
    n.push(Noisy(3));
    mem::drop(n.pop());
    println!("rest");
}
