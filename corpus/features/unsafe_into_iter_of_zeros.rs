//@ bug: undefined-behavior
//@ source: new; the address of what an iterator over a vector's elements has left is never null
use std::mem;
use std::vec;

fn main() {
    let elements: vec::IntoIter<u8> = unsafe { mem::zeroed() };
    mem::forget(elements);
}
