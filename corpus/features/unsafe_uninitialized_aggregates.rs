//@ bug: undefined-behavior
//@ source: a struct of which one number was never written is no value, though nobody reads that number

use std::mem::MaybeUninit;

#[derive(Clone, Copy)]
struct Point {
    x: u32,
    _y: u32,
}

fn make() -> Point {
    let mut point = MaybeUninit::<Point>::uninit();
    unsafe {
        (*point.as_mut_ptr()).x = 1;
        point.assume_init()
    }
}

fn main() {
    println!("{}", make().x);
}
