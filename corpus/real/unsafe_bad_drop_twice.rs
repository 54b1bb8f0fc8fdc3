//@ bug: undefined-behavior
//@ source: ptr::read duplicates an owner, and both are dropped

use std::ptr;

struct Handle {
    name: String,
}

fn duplicate(handle: &Handle) -> Handle {
    unsafe { ptr::read(handle) }
}

fn main() {
    let original = Handle { name: "h".to_string() };
    let copy = duplicate(&original);
    println!("{} {}", original.name, copy.name);
    drop(copy); // FREED
    drop(original); // BUG
}
