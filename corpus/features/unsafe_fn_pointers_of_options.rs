//@ no-bug
//@ source: functions called by pointers of types that pass the same: a raw pointer, an optional one, a reference, as parameters and results

use std::ptr::NonNull;
unsafe fn by_opt(p: Option<NonNull<i32>>) -> i32 { match p { Some(p) => *p.as_ptr(), None => -1 } }
unsafe fn by_ref(p: &i32) -> i32 { *p }
fn by_opt_ref(p: Option<&i32>) -> i32 { p.copied().unwrap_or(-2) }
fn gives(x: *mut i32) -> Option<NonNull<i32>> { NonNull::new(x) }
fn rest(s: Option<&[u8]>, by: usize) -> Option<&[u8]> { s?.get(by..) }
fn once(x: Option<std::num::NonZeroU32>) -> u32 { x.map_or(7, |x| x.get()) }

fn main() {
    let mut x = 5;
    unsafe {
        let f: unsafe fn(*mut i32) -> i32 = std::mem::transmute(by_opt as unsafe fn(Option<NonNull<i32>>) -> i32);
        assert_eq!(f(&mut x), 5);
        assert_eq!(f(std::ptr::null_mut()), -1);
        let f: unsafe fn(*const i32) -> i32 = std::mem::transmute(by_ref as unsafe fn(&i32) -> i32);
        assert_eq!(f(&x), 5);
        let f: fn(*const i32) -> i32 = std::mem::transmute(by_opt_ref as fn(Option<&i32>) -> i32);
        assert_eq!(f(&x), 5);
        assert_eq!(f(std::ptr::null()), -2);
        let g: fn(*mut i32) -> *mut i32 = std::mem::transmute(gives as fn(*mut i32) -> Option<NonNull<i32>>);
        assert_eq!(g(&mut x), &mut x as *mut i32);
        assert!(g(std::ptr::null_mut()).is_null());
        let h: fn(Option<NonNull<i32>>) -> *mut i32 = std::mem::transmute(gives as fn(*mut i32) -> Option<NonNull<i32>>);
        assert_eq!(h(NonNull::new(&mut x)), &mut x as *mut i32);
        let r: fn(*const [u8], usize) -> *const [u8] = std::mem::transmute(rest as fn(Option<&[u8]>, usize) -> Option<&[u8]>);
        assert_eq!(&*r(b"abc", 1), b"bc");
        assert!(r(b"abc", 4).is_null());
        let o: fn(u32) -> u32 = std::mem::transmute(once as fn(Option<std::num::NonZeroU32>) -> u32);
        assert_eq!(std::thread::spawn(move || o(0) + o(3)).join().unwrap(), 10);
    }
}
