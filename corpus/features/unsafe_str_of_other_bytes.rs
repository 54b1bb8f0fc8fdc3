//@ bug: undefined-behavior
//@ source: bytes that are not UTF-8 become a string
fn main() {
    let good = unsafe { String::from_utf8_unchecked("aé".into()) };
    assert_eq!(good.chars().count(), 2);
    let bad = unsafe { String::from_utf8_unchecked(vec![b'a', 0xFF, b'b']) };
    println!("{}", bad.chars().count());
}
