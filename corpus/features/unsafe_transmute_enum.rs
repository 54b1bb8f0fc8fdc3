//! Enums of a known layout, transmuted by value from and to structs and bytes.
//@ no-bug

use std::mem::transmute;

#[repr(C)]
struct Raw {
    tag: u8,
    payload: i32,
}

#[repr(C, u8)]
#[derive(PartialEq, Debug)]
enum Value {
    Int(i32),
    Flag(bool),
}

#[repr(u8)]
#[derive(Debug, PartialEq)]
enum Step {
    Wait(u8),
    Go,
}

fn main() {
    let int: Value = unsafe { transmute(Raw { tag: 0, payload: -7 }) };
    assert_eq!(int, Value::Int(-7));
    let flag: Value = unsafe { transmute(Raw { tag: 1, payload: 1 }) };
    assert_eq!(flag, Value::Flag(true));
    let raw: Raw = unsafe { transmute(Value::Int(9)) };
    assert_eq!((raw.tag, raw.payload), (0, 9));

    let bytes: [u8; 2] = unsafe { transmute(Step::Wait(5)) };
    assert_eq!(bytes, [0, 5]);
    let go: Step = unsafe { transmute([1u8, 0]) };
    assert_eq!(go, Step::Go);
}
