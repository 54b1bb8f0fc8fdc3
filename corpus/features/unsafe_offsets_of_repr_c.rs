//@ no-bug
//@ source: offsets of fields in structs whose order and packing is given

use std::mem::offset_of;
#[repr(C)]
struct A {
    x: u8,
    y: u32,
    z: [u16; 3],
    w: u64,
}
#[repr(C)]
struct B {
    a: A,
    c: u8,
    d: (u8, u16),
}
#[repr(C, packed)]
struct P {
    a: u8,
    b: u32,
}
fn main() {
    println!(
        "{} {} {} {}",
        offset_of!(A, x),
        offset_of!(A, y),
        offset_of!(A, z),
        offset_of!(A, w)
    );
    println!(
        "{} {} {}",
        offset_of!(B, a.w),
        offset_of!(B, c),
        offset_of!(B, d)
    );
    println!("{}", offset_of!(P, b));
    let a = A {
        x: 1,
        y: 2,
        z: [0; 3],
        w: 3,
    };
    println!("{}", &raw const a.y as usize - &raw const a as usize);
    println!("{}", unsafe {
        (&raw const a as *const u8)
            .add(offset_of!(A, w))
            .cast::<u64>()
            .read()
    });
    println!("{}", unsafe {
        (&raw const a)
            .cast::<u8>()
            .add(offset_of!(A, y))
            .cast::<u32>()
            .read()
    });
}
