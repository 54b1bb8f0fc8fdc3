//@ bug: undefined-behavior
//@ source: new; the address of a deque's elements is never null, also where it has no room

use std::collections::VecDeque;
use std::mem;
use std::ptr;

fn main() {
    let empty: VecDeque<u8> = VecDeque::new();
    let copy = unsafe { ptr::read(&empty) };
    mem::forget(empty);
    assert_eq!(copy.len(), 0);

    let zeros: VecDeque<u8> = unsafe { mem::zeroed() };
    println!("{}", zeros.len());
}
