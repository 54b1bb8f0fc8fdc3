//@ no-bug
//@ source: sizes of enums whose layout is C's: a tag and a union (`repr(C)`), or a union of structs that begin with the tag
#![allow(dead_code)]
use std::mem::{align_of, size_of};

#[repr(C)]
enum TagThenUnion {
    X(u8),
    Y(u64),
    Z { a: u16, b: u8 },
}
#[repr(u8)]
enum UnionOfTagged {
    X(u8),
    Y(u32),
    Z { a: u16, b: u8 },
}
#[repr(C, u8)]
enum SmallTag {
    X(u8),
    Y(u32),
    Z { a: u16, b: u8 },
}
#[repr(C)]
enum NoUnion {
    X,
    Y,
}
#[repr(C)]
enum OneByte {
    X(u8),
    Y,
}
#[repr(u16)]
enum Bytes {
    X(u8),
    Y([u8; 3]),
}
#[repr(C)]
enum Unordered {
    X(Option<Box<u8>>),
    Y(u8, u32, u8),
}
#[repr(u8)]
enum UnorderedTagged {
    Y(u8, u32, u8),
    Z,
}
#[repr(i64)]
enum LargeTag {
    Y(u8),
    Z,
}

fn layout<T>() -> (usize, usize) {
    (size_of::<T>(), align_of::<T>())
}

fn main() {
    assert_eq!(layout::<TagThenUnion>(), (16, 8));
    assert_eq!(layout::<UnionOfTagged>(), (8, 4));
    assert_eq!(layout::<SmallTag>(), (8, 4));
    assert_eq!(layout::<NoUnion>(), (4, 4));
    assert_eq!(layout::<OneByte>(), (8, 4));
    assert_eq!(layout::<Bytes>(), (6, 2));
    assert_eq!(layout::<Unordered>(), (24, 8));
    assert_eq!(layout::<UnorderedTagged>(), (12, 4));
    assert_eq!(layout::<LargeTag>(), (16, 8));
    assert_eq!(layout::<Option<OneByte>>(), (8, 4));
}
