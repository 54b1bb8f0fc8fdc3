//@ no-bug
//@ source: a vector on alloc, realloc by hand and dealloc, with typed casts, ptr::write and ptr::read

use std::alloc::{alloc, dealloc, handle_alloc_error, Layout};
use std::ops::{Deref, DerefMut};
use std::ptr::{self, NonNull};

pub struct MyVec<T> {
    ptr: NonNull<T>,
    cap: usize,
    len: usize,
}

impl<T> MyVec<T> {
    pub fn new() -> Self {
        MyVec { ptr: NonNull::dangling(), cap: 0, len: 0 }
    }
    fn grow(&mut self) {
        let cap = if self.cap == 0 { 2 } else { self.cap * 2 };
        let layout = Layout::array::<T>(cap).unwrap();
        let new = unsafe { alloc(layout) } as *mut T;
        let Some(new) = NonNull::new(new) else { handle_alloc_error(layout) };
        unsafe {
            ptr::copy_nonoverlapping(self.ptr.as_ptr(), new.as_ptr(), self.len);
            self.release();
        }
        self.ptr = new;
        self.cap = cap;
    }
    unsafe fn release(&mut self) {
        if self.cap != 0 {
            unsafe { dealloc(self.ptr.as_ptr() as *mut u8, Layout::array::<T>(self.cap).unwrap()) };
        }
    }
    pub fn push(&mut self, value: T) {
        if self.len == self.cap {
            self.grow();
        }
        unsafe { self.ptr.as_ptr().add(self.len).write(value) };
        self.len += 1;
    }
    pub fn pop(&mut self) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        Some(unsafe { self.ptr.as_ptr().add(self.len).read() })
    }
    pub fn insert(&mut self, index: usize, value: T) {
        assert!(index <= self.len, "index out of bounds");
        if self.len == self.cap {
            self.grow();
        }
        unsafe {
            let at = self.ptr.as_ptr().add(index);
            ptr::copy(at, at.add(1), self.len - index);
            at.write(value);
        }
        self.len += 1;
    }
}

impl<T> Deref for MyVec<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        unsafe { std::slice::from_raw_parts(self.ptr.as_ptr(), self.len) }
    }
}

impl<T> DerefMut for MyVec<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        unsafe { std::slice::from_raw_parts_mut(self.ptr.as_ptr(), self.len) }
    }
}

impl<T> Drop for MyVec<T> {
    fn drop(&mut self) {
        while self.pop().is_some() {}
        unsafe { self.release() };
    }
}

unsafe impl<T: Send> Send for MyVec<T> {}

fn main() {
    let mut v = MyVec::new();
    for i in 0..5 {
        v.push(format!("n{i}"));
    }
    v.insert(1, "inserted".to_string());
    v[0].push('!');
    println!("{:?} {}", &v[..3], v.len());
    let t = std::thread::spawn(move || {
        let last = v.pop();
        (last, v.iter().map(|s| s.len()).sum::<usize>())
    });
    println!("{:?}", t.join().unwrap());
}
