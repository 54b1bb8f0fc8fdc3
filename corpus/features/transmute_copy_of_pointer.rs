//! A pointer to raw memory becomes one to a struct by `transmute_copy`.
//@ no-bug

use std::{alloc::*, mem::transmute_copy, ptr::addr_of_mut};
#[repr(C)]
struct Holder {
    a: usize,
    payload: u64,
}
fn main() {
    unsafe {
        let thin = alloc(Layout::from_size_align(16, 8).unwrap());
        let p: *mut Holder = transmute_copy(&thin); // `thin as *mut Holder`: no bug. `transmute(thin)`: ?
        let b = 7u64;
        (addr_of_mut!((*p).payload) as *mut u8).copy_from(&raw const b as *const u8, 8);
        addr_of_mut!((*p).a).write(1);
        let r: &u64 = &(*p).payload;
        assert_eq!(*r, 7);
    }
}
