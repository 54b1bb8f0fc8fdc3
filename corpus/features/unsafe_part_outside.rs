//@ bug: undefined-behavior
//@ source: new; a field's address is no place outside of the object, even if nobody reads there
#[repr(C)]
struct Pair {
    number: u32,
    large: u64,
}

fn main() {
    let pairs = [Pair { number: 1, large: 2 }, Pair { number: 3, large: 4 }];
    let first = pairs.as_ptr();
    let inside = unsafe { &raw const (*first.add(1)).large };
    assert_eq!(unsafe { *inside }, 4);
    let behind = first.wrapping_add(2);
    let far = unsafe { &raw const (*behind).large };
    println!("{} {}", far.is_null(), pairs[0].number);
}
