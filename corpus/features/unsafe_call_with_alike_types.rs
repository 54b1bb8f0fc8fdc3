//@ no-bug
//@ source: function pointers of other types may be called where all parameters and results are passed alike

use std::ptr::NonNull;

#[repr(transparent)]
struct Meters(u32);

fn first(numbers: &u32) -> *const u32 {
    numbers
}
fn length(meters: Meters) -> u32 {
    meters.0
}
fn code(letter: char) -> usize {
    letter as usize
}
fn give(number: Box<u32>) -> NonNull<u32> {
    NonNull::from(Box::leak(number))
}
fn call(f: fn(u32) -> u32) -> u32 {
    f(1)
}
fn next(number: u32) -> u32 {
    number + 1
}

fn main() {
    unsafe {
        let as_bytes: fn(*const u8) -> &'static u8 = std::mem::transmute(first as fn(_) -> _);
        let word = 5u32;
        assert_eq!(*as_bytes((&raw const word).cast()), 5);
        let back: fn(u32) -> Meters = std::mem::transmute(length as fn(_) -> _);
        assert_eq!(back(7).0, 7);
        let number: fn(u32) -> u64 = std::mem::transmute(code as fn(_) -> _);
        assert_eq!(number(65), 65);
        let raw: fn(*mut u32) -> Box<u32> = std::mem::transmute(give as fn(_) -> _);
        assert_eq!(*raw(Box::into_raw(Box::new(3))), 3);
        let callback: fn(fn()) -> u32 = std::mem::transmute(call as fn(_) -> _);
        assert_eq!(callback(std::mem::transmute(next as fn(u32) -> u32)), 2);
    }
}
