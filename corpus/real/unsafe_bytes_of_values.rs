//@ no-bug
//@ source: values looked at and written as bytes and as other types, in arrays and field by field

use std::mem::{forget, size_of, transmute, MaybeUninit};
use std::slice;

#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Plain = 1,
    Urgent = 7,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Header {
    kind: Kind,
    count: u16,
    limits: [i32; 2],
}

#[derive(Clone, Debug, PartialEq)]
struct Mixed {
    small: u8,
    text: String,
    number: u32,
    target: *const u32,
}

fn bytes_of<T>(value: &T) -> &[u8] {
    unsafe { slice::from_raw_parts(value as *const T as *const u8, size_of::<T>()) }
}

fn numbers() {
    let word: u32 = 0x01020304;
    unsafe {
        assert_eq!(*(&word as *const u32 as *const u8), 4);
        assert_eq!(bytes_of(&word), [4, 3, 2, 1]);
        let bytes = [1u8, 2, 3, 4, 5, 6, 7, 8];
        assert_eq!(*(bytes.as_ptr() as *const u32), 0x04030201);
        assert_eq!(bytes.as_ptr().add(1).cast::<u32>().read_unaligned(), 0x05040302);
        let (before, words, after) = [258u16, 772].align_to::<u8>();
        assert_eq!((before, words, after), (&[][..], &[2u8, 1, 4, 3][..], &[][..]));
        let negative = -1i16;
        assert_eq!(*(&negative as *const i16 as *const u16), u16::MAX);
        assert_eq!(*transmute::<&i16, &u16>(&negative), u16::MAX);
        assert_eq!(*(&1.0f64 as *const f64 as *const u64), 1.0f64.to_bits());
    }
    let mut whole = 0u64;
    let parts = &mut whole as *mut u64 as *mut u8;
    for i in 0..8 {
        unsafe { *parts.add(i) = i as u8 + 1 };
    }
    assert_eq!(whole, 0x0807060504030201);
    let mut bytes = [0u8; 8];
    unsafe { bytes.as_mut_ptr().cast::<u32>().add(1).write_unaligned(word) };
    assert_eq!(bytes, [0, 0, 0, 0, 4, 3, 2, 1]);
}

fn structs() {
    let header = Header { kind: Kind::Urgent, count: 0x1234, limits: [-1, 2] };
    let bytes = bytes_of(&header);
    assert_eq!((bytes[0], &bytes[2..4], &bytes[4..8]), (7, &[0x34, 0x12][..], &[255; 4][..]));
    let mut buffer = vec![0u8; size_of::<Header>() + 1];
    unsafe {
        std::ptr::write_unaligned(buffer.as_mut_ptr().add(1) as *mut Header, header);
        let back = std::ptr::read_unaligned(buffer.as_ptr().add(1) as *const Header);
        assert_eq!((back.kind, back.count, back.limits), (Kind::Urgent, 0x1234, [-1, 2]));
        buffer[1] = 1;
        assert_eq!(*(buffer.as_ptr().add(1) as *const Kind), Kind::Plain);
    }
}

fn moved_by_bytes() {
    let five = 5;
    let mixed = Mixed { small: 1, text: "hey".to_string(), number: 2, target: &five };
    let mut copy = MaybeUninit::<Mixed>::uninit();
    for i in 0..size_of::<Mixed>() {
        unsafe {
            let byte = *(&mixed as *const Mixed as *const MaybeUninit<u8>).add(i);
            *copy.as_mut_ptr().cast::<MaybeUninit<u8>>().add(i) = byte;
        }
    }
    let copy = unsafe { copy.assume_init() };
    assert_eq!(copy, mixed);
    assert_eq!(unsafe { *copy.target }, 5);
    forget(copy);
}

fn main() {
    numbers();
    structs();
    moved_by_bytes();
    println!("all as expected");
}
