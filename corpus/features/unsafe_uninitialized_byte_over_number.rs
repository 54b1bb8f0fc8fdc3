//@ bug: undefined-behavior
//@ source: nothing is written over one byte of a number
use std::mem::MaybeUninit;

fn main() {
    let mut number = 0x0102u16;
    unsafe { (&raw mut number).cast::<MaybeUninit<u8>>().write(MaybeUninit::uninit()) };
    println!("{number}");
}
