//@ no-bug
//@ source: a ring buffer of `MaybeUninit` with const generics behind two condvars

use std::array;
use std::fmt::Debug;
use std::mem::MaybeUninit;
use std::ops::{Index, IndexMut};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

pub struct Ring<T, const N: usize> {
    buf: [MaybeUninit<T>; N],
    head: usize,
    len: usize,
}
impl<T, const N: usize> Ring<T, N> {
    const CAP: usize = N;
    pub fn new() -> Self {
        Ring {
            buf: array::from_fn(|_| MaybeUninit::uninit()),
            head: 0,
            len: 0,
        }
    }
    pub fn push(&mut self, v: T) -> Result<(), T> {
        if self.len == Self::CAP {
            return Err(v);
        }
        let at = (self.head + self.len) % N;
        self.buf[at].write(v);
        self.len += 1;
        Ok(())
    }
    pub fn pop(&mut self) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        let v = unsafe { self.buf[self.head].assume_init_read() };
        self.head = (self.head + 1) % N;
        self.len -= 1;
        Some(v)
    }
    pub fn iter(&self) -> impl Iterator<Item = &T> + '_ {
        (0..self.len).map(move |i| unsafe { self.buf[(self.head + i) % N].assume_init_ref() })
    }
}
impl<T, const N: usize> Drop for Ring<T, N> {
    fn drop(&mut self) {
        while self.pop().is_some() {}
    }
}
impl<T, const N: usize> Index<usize> for Ring<T, N> {
    type Output = T;
    fn index(&self, i: usize) -> &T {
        assert!(i < self.len, "index {i} of {}", self.len);
        unsafe { self.buf[(self.head + i) % N].assume_init_ref() }
    }
}
impl<T, const N: usize> IndexMut<usize> for Ring<T, N> {
    fn index_mut(&mut self, i: usize) -> &mut T {
        assert!(i < self.len);
        unsafe { self.buf[(self.head + i) % N].assume_init_mut() }
    }
}

struct Bounded<T, const N: usize> {
    ring: Mutex<Ring<T, N>>,
    not_full: Condvar,
    not_empty: Condvar,
}
impl<T: Debug, const N: usize> Bounded<T, N> {
    fn new() -> Arc<Self> {
        Arc::new(Bounded {
            ring: Mutex::new(Ring::new()),
            not_full: Condvar::new(),
            not_empty: Condvar::new(),
        })
    }
    fn put(&self, v: T) {
        let mut r = self
            .not_full
            .wait_while(self.ring.lock().unwrap(), |r| r.len == N)
            .unwrap();
        r.push(v).unwrap();
        self.not_empty.notify_one();
    }
    fn take(&self) -> T {
        let mut r = self
            .not_empty
            .wait_while(self.ring.lock().unwrap(), |r| r.len == 0)
            .unwrap();
        let v = r.pop().unwrap();
        self.not_full.notify_one();
        v
    }
}

fn main() {
    let q = Bounded::<String, 1>::new();
    let p = {
        let q = q.clone();
        thread::spawn(move || {
            for w in "one two".split(' ') {
                q.put(w.to_owned())
            }
        })
    };
    let got = [q.take(), q.take()];
    p.join().unwrap();
    assert_eq!(got.concat(), "onetwo");
    let mut r: Ring<_, 3> = Ring::new();
    for i in 0..5 {
        if let Err(v) = r.push(Box::new(i)) {
            println!("full at {v}");
        }
    }
    *r[1] += 40;
    r.pop();
    r.push(Box::new(9)).unwrap();
    println!("{:?} {}", r.iter().collect::<Vec<_>>(), r[0]);
}
