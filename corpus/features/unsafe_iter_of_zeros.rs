//@ bug: undefined-behavior
//@ source: new; an iterator over a slice points somewhere, also where there is nothing to come
use std::mem;
use std::slice::Iter;

fn main() {
    let iter: Iter<'static, u8> = unsafe { mem::zeroed() };
    for byte in iter {
        println!("{byte}");
    }
}
