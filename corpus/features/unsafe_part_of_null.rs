//@ bug: undefined-behavior
//@ source: new; a null pointer has no fields but the one that stands first
use std::ptr;

#[repr(C)]
struct Header {
    next: *mut Header,
    len: usize,
}

fn main() {
    let none: *mut Header = ptr::null_mut();
    let whole = unsafe { &raw mut *none };
    assert!(whole.is_null());
    let first = unsafe { ptr::addr_of!((*none).next) };
    assert!(first.is_null());
    let len = unsafe { ptr::addr_of!((*none).len) };
    println!("{}", len.is_null());
}
