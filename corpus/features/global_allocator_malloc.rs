//@ no-bug
//@ source: a `#[global_allocator]` over `malloc` and `free`

use std::alloc::{GlobalAlloc, Layout};
use std::ffi::c_void;
extern "C" {
    fn malloc(n: usize) -> *mut c_void;
    fn free(p: *mut c_void);
}
struct M;
unsafe impl GlobalAlloc for M {
    unsafe fn alloc(&self, l: Layout) -> *mut u8 {
        malloc(l.size()) as *mut u8
    }
    unsafe fn dealloc(&self, p: *mut u8, _: Layout) {
        free(p as *mut c_void)
    }
}
#[global_allocator]
static A: M = M;
fn main() {
    let mut v = vec![1u32, 2];
    v.push(3);
    let s = format!("{v:?}");
    assert_eq!(s, "[1, 2, 3]");
    let b: Box<dyn Fn() -> usize> = Box::new(move || s.len());
    assert_eq!(std::thread::spawn(|| 1).join().unwrap() + b(), 10);
}
