//@ bug: undefined-behavior
//@ message: "access through a pointer without provenance: one that was made of a number alone"
//@ source: what has no provenance has none to give to an address
use std::ptr;
fn main() {
    let number = Box::new(5u32);
    let pointer: *const u32 = &*number;
    let same = ptr::null::<u32>().with_addr(pointer.addr());
    assert_eq!(same, pointer);
    println!("{}", unsafe { *same });
}
