//@ bug: undefined-behavior
//@ source: a number of which three bytes were written is none
use std::mem::MaybeUninit;

fn main() {
    let mut number = MaybeUninit::<u32>::uninit();
    let first = number.as_mut_ptr().cast::<u8>();
    for index in 0..3 {
        unsafe { first.add(index).write(1) };
    }
    println!("{}", unsafe { number.assume_init() });
}
