//@ bug: undefined-behavior
//@ source: the distance of pointers into two objects, which have none; within one, and of a pointer to itself, it is fine
fn main() {
    let a = [1u32; 4];
    let b = [2u32; 4];
    let end = a.as_ptr_range().end;
    assert_eq!(unsafe { end.offset_from(a.as_ptr()) }, 4);
    assert_eq!(unsafe { end.byte_offset_from(&raw const a[1]) }, 12);
    let nowhere = std::ptr::dangling::<u64>();
    assert_eq!(unsafe { nowhere.offset_from(nowhere) }, 0);
    println!("{}", unsafe { b.as_ptr().offset_from(a.as_ptr()) });
}
