//@ bug: undefined-behavior
//@ source: a slice of three elements is made of two, and only its length is asked for
fn main() {
    let numbers = vec![1u16, 2];
    let two = unsafe { std::slice::from_raw_parts(numbers.as_ptr(), 2) };
    assert_eq!(two, [1, 2]);
    let three = unsafe { std::slice::from_raw_parts(numbers.as_ptr(), 3) };
    println!("{}", three.len());
}
