//@ bug: undefined-behavior
//@ source: a byte of a string literal is written
fn main() {
    let text = "abc";
    let first = text.as_ptr() as *mut u8;
    unsafe { *first = b'x' };
    println!("{text}");
}
