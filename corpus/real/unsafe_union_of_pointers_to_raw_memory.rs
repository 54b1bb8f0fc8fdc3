//@ no-bug
//@ source: raw memory whose pointer a union makes one to a struct

use std::alloc::*;

#[repr(C)]
struct Holder {
    a: usize,
    payload: u64,
}
union U {
    t: *mut u8,
    h: *mut Holder,
}
fn main() {
    unsafe {
        let p = U {
            t: alloc(Layout::from_size_align(16, 8).unwrap()),
        }
        .h;
        let b = 7u64;
        (&raw mut (*p).payload as *mut u8).copy_from(&raw const b as *const u8, 8);
        (*p).a = 1;
        assert_eq!((*p).payload, 7);
    }
}
