//@ bug: undefined-behavior
//@ message: "a Vec of more elements than its capacity"

use std::mem::ManuallyDrop;

fn main() {
    let mut bytes = ManuallyDrop::new(vec![1u8, 2, 3, 4]);
    let short = unsafe { Vec::from_raw_parts(bytes.as_mut_ptr(), 4, 2) };
    std::mem::forget(short);
}
