//@ bug: undefined-behavior
//@ message: "pointer arithmetic that leaves its object: from byte 0 to byte -16 of `u32`, which has 4"
//@ source: `Arc::from_raw` of what `Box::into_raw` gave, which has no counts before it
use std::sync::Arc;
fn main() {
    let number = Box::new(5u32);
    let shared = unsafe { Arc::from_raw(Box::into_raw(number)) };
    println!("{shared}");
}
