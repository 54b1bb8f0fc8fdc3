//@ bug: undefined-behavior
//@ message: "access outside of `first`"
//@ source: a pointer into one array that is moved to where another one is may not access that
fn main() {
    let first = [1u32, 2];
    let second = [3u32, 4];
    let distance = second.as_ptr().addr().wrapping_sub(first.as_ptr().addr());
    let there = first.as_ptr().wrapping_byte_offset(distance as isize);
    assert_eq!(there, second.as_ptr());
    println!("{}", unsafe { *there });
}
