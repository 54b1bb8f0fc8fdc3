//@ no-bug
//@ source: structs with several unions in raw memory
use std::alloc::*;
#[repr(C)]
#[derive(Clone, Copy)]
union U {
    g: [u16; 8],
    b: [u8; 16],
    w: u16,
}
#[repr(C)]
#[derive(Clone, Copy)]
struct S3 {
    f: [U; 2],
    g: u32,
}
fn main() {
    unsafe {
        let p = alloc(Layout::from_size_align(72, 4).unwrap()).cast::<S3>();
        let q = p.add(1);
        p.write(S3 {
            f: [U { g: [1; 8] }, U { g: [1; 8] }],
            g: 3,
        });
        q.write(S3 {
            f: [U { g: [1; 8] }, U { b: [1; 16] }],
            g: 3,
        });
    }
}
