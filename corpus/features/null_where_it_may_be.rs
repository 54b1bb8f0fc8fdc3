//@ no-bug
//@ source: new; values made of zeros and read through raw pointers that are ones

use std::fmt::Debug;
use std::mem;
use std::num::NonZeroU32;
fn main() {
    // all fine
    let o: Option<&u8> = unsafe { mem::zeroed() };
    assert!(o.is_none());
    let a: [Option<Box<u8>>; 3] = unsafe { mem::zeroed() };
    assert!(a.iter().all(|x| x.is_none()));
    let x: u64 = unsafe { mem::zeroed() };
    assert_eq!(x, 0);
    let p: *const dyn Debug = &7u8;
    assert_eq!(format!("{:?}", unsafe { &*p }), "7");
    let z: *const dyn Debug = &();
    let _ = unsafe { &*z };
    let e: &dyn Debug = &[0u8; 0];
    let q = e as *const dyn Debug;
    let _ = unsafe { &*q };
    let n: NonZeroU32 = unsafe { mem::transmute(5u32) };
    assert_eq!(n.get(), 5);
    let b = Box::new(3);
    let r = unsafe { std::ptr::read(&b) };
    mem::forget(b);
    assert_eq!(*r, 3);
    let s: String = unsafe { std::ptr::read(&String::new()) };
    assert!(s.is_empty());
    let v = unsafe { std::ptr::read(&mem::ManuallyDrop::new(Vec::<u8>::new())) };
    assert!(v.is_empty());
}
