//@ no-bug
//@ edition: 2024
//@ source: what the book on Rust shows of unsafe code: foreign functions both ways, halves of a slice, a static that changes, a union
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::slice;
unsafe extern "C" {
    safe fn abs(input: i32) -> i32;
    fn strlen(s: *const c_char) -> usize;
    fn qsort(
        base: *mut c_void,
        n: usize,
        size: usize,
        cmp: extern "C" fn(*const c_void, *const c_void) -> c_int,
    );
}
extern "C" fn cmp(a: *const c_void, b: *const c_void) -> c_int {
    let (a, b) = unsafe { (*a.cast::<i32>(), *b.cast::<i32>()) };
    a.cmp(&b) as c_int
}
#[unsafe(no_mangle)]
pub extern "C" fn call_from_c() {
    println!("Just called a Rust function from C!");
}
fn split_at_mut(values: &mut [i32], mid: usize) -> (&mut [i32], &mut [i32]) {
    let len = values.len();
    let ptr = values.as_mut_ptr();
    assert!(mid <= len);
    unsafe {
        (
            slice::from_raw_parts_mut(ptr, mid),
            slice::from_raw_parts_mut(ptr.add(mid), len - mid),
        )
    }
}
static mut COUNTER: u32 = 0;
/// SAFETY: calling from more than one thread at a time is undefined behavior
unsafe fn add_to_count(inc: u32) {
    unsafe {
        COUNTER += inc;
    }
}
#[repr(C)]
union IntOrFloat {
    i: u32,
    f: f32,
}
fn main() {
    println!("{} ", abs(-3));
    let s = CString::new("hello").unwrap();
    println!("{} {:?}", unsafe { strlen(s.as_ptr()) }, unsafe {
        CStr::from_ptr(s.as_ptr())
    });
    let mut v = [3, 1, 2];
    unsafe { qsort(v.as_mut_ptr().cast(), 3, 4, cmp) };
    println!("{v:?}");
    call_from_c();
    let mut v = vec![1, 2, 3, 4];
    let (a, b) = split_at_mut(&mut v, 1);
    a[0] = b[2];
    println!("{v:?}");
    unsafe {
        add_to_count(3);
        println!("COUNTER: {}", *(&raw const COUNTER));
    }
    let mut u = IntOrFloat { f: 1.0 };
    unsafe {
        println!("{:#x}", u.i);
        u.i = 0x40000000;
        match u {
            IntOrFloat { f } if f > 1.5 => println!("f {f}"),
            IntOrFloat { i } => println!("i {i}"),
        }
    }
}
