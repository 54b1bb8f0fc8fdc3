//@ no-bug
//@ source: a bump arena over `alloc` with alignment by hand

use std::alloc::{alloc, dealloc, Layout};
use std::cell::Cell;
use std::mem::{align_of, size_of};

pub struct Bump {
    start: *mut u8,
    cap: usize,
    used: Cell<usize>,
    layout: Layout,
}
impl Bump {
    pub fn with_capacity(cap: usize) -> Bump {
        let layout = Layout::from_size_align(cap, 16).unwrap();
        let start = unsafe { alloc(layout) };
        assert!(!start.is_null());
        Bump {
            start,
            cap,
            used: Cell::new(0),
            layout,
        }
    }
    pub fn alloc<T: Copy>(&self, v: T) -> Option<&mut T> {
        let a = align_of::<T>();
        let at = (self.used.get() + a - 1) & !(a - 1);
        if at + size_of::<T>() > self.cap {
            return None;
        }
        self.used.set(at + size_of::<T>());
        unsafe {
            let p = self.start.add(at) as *mut T;
            p.write(v);
            Some(&mut *p)
        }
    }
}
impl Drop for Bump {
    fn drop(&mut self) {
        unsafe { dealloc(self.start, self.layout) }
    }
}
#[derive(Clone, Copy, Debug, PartialEq)]
struct P {
    x: f32,
    y: f32,
}
fn main() {
    let b = Bump::with_capacity(64);
    let x = b.alloc(7u64).unwrap();
    let y = b.alloc(1u8).unwrap();
    let p = b.alloc(P { x: 1.5, y: -2.0 }).unwrap();
    *x += *y as u64;
    p.y += 1.0;
    println!("{x} {y} {p:?} {}", b.used.get());
    let mut n = 0;
    while let Some(slot) = b.alloc(n) {
        *slot += 1;
        n += 1;
    }
    println!("{n} ints fit, {} of {}", b.used.get(), b.cap);
}
