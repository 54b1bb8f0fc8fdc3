//@ no-bug
//@ source: rustc orders the fields of packed structs, too, by what is left of their alignments
#![allow(dead_code)]
use std::mem::{align_of, size_of};
#[repr(packed(2))]
struct A(u8, u32, u8);
#[repr(packed(4))]
struct B(u8, u64, u16, u8);
#[repr(packed)]
struct C(u8, u64, u16, u8);
#[repr(C, packed(2))]
struct D(u8, u32, u8);
#[repr(C, packed(4))]
struct E(u8, u64, u16, u8);
#[repr(packed(2))]
struct F(u8, u16, u8);
#[repr(packed(4))]
struct G(u8, u16, u8, u64, u8, u32);
#[repr(packed(8))]
struct H(u8, u16, u8, u128, u8, u32);
#[repr(packed(2))]
struct I(u8, u16, u8, u64, u8);
fn main() {
    let sizes = [
        size_of::<A>(),
        size_of::<B>(),
        size_of::<C>(),
        size_of::<D>(),
        size_of::<E>(),
    ];
    assert_eq!(sizes, [6, 12, 12, 8, 16]);
    let sizes = [
        size_of::<F>(),
        size_of::<G>(),
        size_of::<H>(),
        size_of::<I>(),
    ];
    assert_eq!(sizes, [4, 20, 32, 14]);
    assert_eq!(
        [align_of::<A>(), align_of::<B>(), align_of::<C>()],
        [2, 4, 1]
    );
    let a = A(1, 0x01020304, 2);
    let bytes = unsafe { &*(&raw const a as *const [u8; 6]) };
    let mut sorted = *bytes;
    sorted.sort();
    assert_eq!(sorted, [1, 1, 2, 2, 3, 4]);
    let wide = a.1;
    assert_eq!((a.0, wide, a.2), (1, 0x01020304, 2));
}
