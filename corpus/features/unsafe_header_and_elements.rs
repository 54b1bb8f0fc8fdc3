//@ no-bug
//@ source: a vector with its header in the same block, of elements of all sizes; grows by realloc

use std::alloc::*;
use std::ptr;
#[repr(C)]
struct Hdr {
    len: u32,
    cap: u32,
    refs: usize,
}
struct HV<T> {
    h: *mut Hdr,
    _p: std::marker::PhantomData<T>,
}
impl<T> HV<T> {
    fn layout(cap: usize) -> (Layout, usize) {
        let (l, o) = Layout::new::<Hdr>()
            .extend(Layout::array::<T>(cap).unwrap())
            .unwrap();
        (l.pad_to_align(), o)
    }
    fn new(cap: usize) -> Self {
        unsafe {
            let (l, _) = Self::layout(cap);
            let h = alloc(l) as *mut Hdr;
            ptr::write(
                h,
                Hdr {
                    len: 0,
                    cap: cap as u32,
                    refs: 1,
                },
            );
            HV {
                h,
                _p: Default::default(),
            }
        }
    }
    fn data(&self) -> *mut T {
        unsafe { (self.h as *mut u8).add(Self::layout((*self.h).cap as usize).1) as *mut T }
    }
    fn push(&mut self, v: T) {
        unsafe {
            if (*self.h).len == (*self.h).cap {
                let c = (*self.h).cap as usize;
                let (old, _) = Self::layout(c);
                let (new, _) = Self::layout(c * 2);
                self.h = realloc(self.h as *mut u8, old, new.size()) as *mut Hdr;
                (*self.h).cap = 2 * c as u32;
            }
            self.data().add((*self.h).len as usize).write(v);
            (*self.h).len += 1;
        }
    }
    fn as_slice(&self) -> &[T] {
        unsafe { std::slice::from_raw_parts(self.data(), (*self.h).len as usize) }
    }
}
impl<T> Drop for HV<T> {
    fn drop(&mut self) {
        unsafe {
            let n = (*self.h).len as usize;
            let d = self.data();
            for i in 0..n {
                ptr::drop_in_place(d.add(i));
            }
            let (l, _) = Self::layout((*self.h).cap as usize);
            dealloc(self.h as *mut u8, l);
        }
    }
}
fn main() {
    let mut v = HV::<String>::new(1);
    for i in 0..5 {
        v.push(format!("s{i}"));
    }
    println!("{:?}", v.as_slice());
    let mut v = HV::<u8>::new(2);
    for i in 0..5 {
        v.push(i);
    }
    println!("{:?}", v.as_slice());
    let mut v = HV::<(u8, u64, u16)>::new(1);
    for i in 0..5 {
        v.push((i, i as u64 * 1000, 7));
    }
    println!("{:?}", v.as_slice());
    let mut v = HV::<Option<Box<u32>>>::new(1);
    for i in 0..5 {
        v.push(if i % 2 == 0 { Some(Box::new(i)) } else { None });
    }
    println!("{:?}", v.as_slice());
    let mut v = HV::<[u16; 3]>::new(1);
    for i in 0..5 {
        v.push([i, 1, 2]);
    }
    println!("{:?}", v.as_slice());
    let mut v = HV::<&'static str>::new(1);
    for s in ["a", "bc", "d"] {
        v.push(s);
    }
    println!("{:?}", v.as_slice());
    let mut v = HV::<Option<u32>>::new(1);
    for i in 0..5 {
        v.push((i % 2 == 0).then_some(i));
    }
    println!("{:?}", v.as_slice());
    let mut v = HV::<Result<u32, bool>>::new(1);
    for i in 0..5 {
        v.push(if i % 2 == 0 { Ok(i) } else { Err(true) });
    }
    println!("{:?}", v.as_slice());
    let mut v = HV::<()>::new(1);
    v.push(());
    println!("{:?}", v.as_slice());
}
