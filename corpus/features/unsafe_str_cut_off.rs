//@ bug: undefined-behavior
//@ message: "a str of bytes that are not UTF-8"
//@ source: new; a str whose last character has lost a byte is read, and nobody panics for that
fn main() {
    let mut text = String::from("ab\u{e9}");
    assert_eq!(text.chars().count(), 3);
    unsafe { text.as_mut_vec().pop() };
    for c in text.chars() {
        println!("{c}");
    }
}
