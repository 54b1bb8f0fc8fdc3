//@ bug: undefined-behavior
//@ source: a `copy_to_nonoverlapping` of a `NonNull` that overlaps

use std::ptr::NonNull;

fn main() {
    let mut bytes = [1u8, 2, 3, 4, 5];
    let first = NonNull::from(&mut bytes).cast::<u8>();
    unsafe { first.copy_to_nonoverlapping(first.add(2), 3) };
    println!("{bytes:?}");
}
