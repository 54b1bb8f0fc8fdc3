//@ bug: undefined-behavior
//@ source: a vector's address is never null, also where it has no room

use std::mem;
use std::ptr;

fn main() {
    let empty: Vec<u8> = Vec::new();
    let copy = unsafe { ptr::read(&empty) };
    mem::forget(empty);
    assert_eq!(copy.len(), 0);

    let text: String = unsafe { mem::zeroed() };
    println!("{}", text.len());
}
