//@ no-bug
//@ source: a struct that begins with a union is written to raw memory, and its other fields are read
use std::alloc::*;
#[repr(C)]
union U {
    b: [u8; 4],
    w: u32,
}
#[repr(C)]
struct S {
    u: U,
    x: u16,
    y: u16,
}
fn main() {
    unsafe {
        let p = alloc(Layout::from_size_align(16, 4).unwrap()).cast::<S>();
        p.write(S {
            u: U { b: [1, 2, 3, 4] },
            x: 5,
            y: 6,
        });
        assert_eq!(p.cast::<u16>().add(2).read(), 5);
        assert_eq!(p.cast::<u8>().add(6).cast::<u16>().read(), 6);
    }
}
