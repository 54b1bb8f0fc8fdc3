//@ bug: undefined-behavior
//@ source: `add` must not leave the object, even if nobody reads there
fn main() {
    let numbers = [1u32, 2, 3];
    let end = unsafe { numbers.as_ptr().add(3) };
    assert_eq!(unsafe { *end.sub(1) }, 3);
    let far = unsafe { numbers.as_ptr().add(10) };
    println!("{}", far > end);
}
