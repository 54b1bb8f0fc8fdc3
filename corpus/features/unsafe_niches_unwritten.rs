//@ bug: undefined-behavior
//@ source: a pointer that was never written, seen as an `Option<NonNull<T>>`

use std::mem::MaybeUninit;
use std::ptr::NonNull;
fn main() {
    let m: MaybeUninit<*mut i32> = MaybeUninit::uninit();
    let o = unsafe { *(m.as_ptr() as *const Option<NonNull<i32>>) };
    println!("{}", o.is_some());
}
