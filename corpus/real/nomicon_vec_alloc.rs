//@ no-bug
//@ source: The Rustonomicon, implementing Vec: raw allocation, drain, into_iter

use std::alloc::{self, Layout};
use std::marker::PhantomData;
use std::mem;
use std::ops::{Deref, DerefMut};
use std::ptr::{self, NonNull};

struct RawVec<T> {
    ptr: NonNull<T>,
    cap: usize,
}
unsafe impl<T: Send> Send for RawVec<T> {}
impl<T> RawVec<T> {
    fn new() -> Self {
        let cap = if mem::size_of::<T>() == 0 {
            usize::MAX
        } else {
            0
        };
        RawVec {
            ptr: NonNull::dangling(),
            cap,
        }
    }
    fn grow(&mut self) {
        assert!(mem::size_of::<T>() != 0, "capacity overflow");
        let (new_cap, new_layout) = if self.cap == 0 {
            (1, Layout::array::<T>(1))
        } else {
            let n = 2 * self.cap;
            (n, Layout::array::<T>(n))
        };
        let new_layout = new_layout.expect("Allocation too large");
        let new_ptr = if self.cap == 0 {
            unsafe { alloc::alloc(new_layout) }
        } else {
            let old_layout = Layout::array::<T>(self.cap).unwrap();
            unsafe { alloc::realloc(self.ptr.as_ptr() as *mut u8, old_layout, new_layout.size()) }
        };
        self.ptr = match NonNull::new(new_ptr as *mut T) {
            Some(p) => p,
            None => alloc::handle_alloc_error(new_layout),
        };
        self.cap = new_cap;
    }
}
impl<T> Drop for RawVec<T> {
    fn drop(&mut self) {
        let s = mem::size_of::<T>();
        if self.cap != 0 && s != 0 {
            unsafe {
                alloc::dealloc(
                    self.ptr.as_ptr() as *mut u8,
                    Layout::array::<T>(self.cap).unwrap(),
                );
            }
        }
    }
}
pub struct MyVec<T> {
    buf: RawVec<T>,
    len: usize,
}
impl<T> MyVec<T> {
    fn ptr(&self) -> *mut T {
        self.buf.ptr.as_ptr()
    }
    pub fn new() -> Self {
        MyVec {
            buf: RawVec::new(),
            len: 0,
        }
    }
    pub fn push(&mut self, elem: T) {
        if self.len == self.buf.cap {
            self.buf.grow();
        }
        unsafe {
            ptr::write(self.ptr().add(self.len), elem);
        }
        self.len += 1;
    }
    pub fn pop(&mut self) -> Option<T> {
        if self.len == 0 {
            None
        } else {
            self.len -= 1;
            unsafe { Some(ptr::read(self.ptr().add(self.len))) }
        }
    }
    pub fn insert(&mut self, index: usize, elem: T) {
        assert!(index <= self.len, "index out of bounds");
        if self.len == self.buf.cap {
            self.buf.grow();
        }
        unsafe {
            ptr::copy(
                self.ptr().add(index),
                self.ptr().add(index + 1),
                self.len - index,
            );
            ptr::write(self.ptr().add(index), elem);
        }
        self.len += 1;
    }
    pub fn remove(&mut self, index: usize) -> T {
        assert!(index < self.len);
        unsafe {
            self.len -= 1;
            let r = ptr::read(self.ptr().add(index));
            ptr::copy(
                self.ptr().add(index + 1),
                self.ptr().add(index),
                self.len - index,
            );
            r
        }
    }
    pub fn drain(&mut self) -> Drain<'_, T> {
        let iter = RawIter::new(self);
        self.len = 0;
        Drain {
            iter,
            vec: PhantomData,
        }
    }
}
impl<T> Drop for MyVec<T> {
    fn drop(&mut self) {
        while self.pop().is_some() {}
    }
}
impl<T> Deref for MyVec<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        unsafe { std::slice::from_raw_parts(self.ptr(), self.len) }
    }
}
impl<T> DerefMut for MyVec<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        unsafe { std::slice::from_raw_parts_mut(self.ptr(), self.len) }
    }
}
struct RawIter<T> {
    start: *const T,
    end: *const T,
}
impl<T> RawIter<T> {
    fn new(s: &[T]) -> Self {
        RawIter {
            start: s.as_ptr(),
            end: if s.len() == 0 {
                s.as_ptr()
            } else {
                unsafe { s.as_ptr().add(s.len()) }
            },
        }
    }
}
impl<T> Iterator for RawIter<T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        if self.start == self.end {
            None
        } else {
            unsafe {
                let r = ptr::read(self.start);
                self.start = self.start.offset(1);
                Some(r)
            }
        }
    }
}
impl<T> DoubleEndedIterator for RawIter<T> {
    fn next_back(&mut self) -> Option<T> {
        if self.start == self.end {
            None
        } else {
            unsafe {
                self.end = self.end.offset(-1);
                Some(ptr::read(self.end))
            }
        }
    }
}
pub struct IntoIter<T> {
    _buf: RawVec<T>,
    iter: RawIter<T>,
}
impl<T> Iterator for IntoIter<T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        self.iter.next()
    }
}
impl<T> Drop for IntoIter<T> {
    fn drop(&mut self) {
        for _ in &mut *self {}
    }
}
impl<T> IntoIterator for MyVec<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;
    fn into_iter(self) -> IntoIter<T> {
        let (iter, buf) = unsafe { (RawIter::new(&self), ptr::read(&self.buf)) };
        mem::forget(self);
        IntoIter { iter, _buf: buf }
    }
}
pub struct Drain<'a, T: 'a> {
    vec: PhantomData<&'a mut MyVec<T>>,
    iter: RawIter<T>,
}
impl<T> Iterator for Drain<'_, T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        self.iter.next()
    }
}
impl<T> Drop for Drain<'_, T> {
    fn drop(&mut self) {
        for _ in &mut *self {}
    }
}
fn main() {
    let mut v = MyVec::new();
    for s in ["c", "a", "d"] {
        v.push(s.to_string());
    }
    v.insert(1, "b".repeat(2));
    assert_eq!(v.remove(0), "c");
    v.sort();
    println!("{:?} {} {:?}", &v[..], v.len(), v.first());
    let t = std::thread::spawn(move || {
        let mut it = v.into_iter();
        let first = it.next();
        (first, it.count())
    });
    println!("{:?}", t.join().unwrap());
    let mut w: MyVec<(i64, u8)> = MyVec::new();
    (0..4).for_each(|i| w.push((i * i, i as u8)));
    println!(
        "{:?}",
        w.drain().map(|(a, b)| a + b as i64).collect::<Vec<_>>()
    );
    assert!(w.is_empty());
}
