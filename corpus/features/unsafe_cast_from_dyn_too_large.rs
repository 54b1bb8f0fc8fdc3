//! A trait object taken for a value of a larger type than it is.
//@ bug: undefined-behavior

use std::any::Any;

fn main() {
    let value: Box<dyn Any> = Box::new(1u8);
    let number = Box::into_raw(value) as *mut u64;
    println!("{}", unsafe { *number });
}
