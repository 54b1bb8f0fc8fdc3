//@ no-bug
//@ source: a struct with as many cells as bytes, one of them a union, becomes an array of bytes
#[repr(C)]
#[derive(Clone, Copy)]
union U {
    g: [u16; 2],
    b: [u8; 4],
}
#[repr(C)]
#[derive(Clone, Copy)]
struct S {
    a: u16,
    b: u8,
    c: u8,
    u: U,
}
fn main() {
    let s = S {
        a: 0,
        b: 0,
        c: 0,
        u: U { g: [1, 2] },
    };
    let b: [u8; 8] = unsafe { std::mem::transmute(s) };
    assert_eq!(b, [0, 0, 0, 0, 1, 0, 2, 0]);
}
