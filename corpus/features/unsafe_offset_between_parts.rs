//@ bug: undefined-behavior
//@ source: two pointers to words that are not a whole number of words apart
fn main() {
    let v = [0u8; 16];
    let p = v.as_ptr();
    let a = p.cast::<u32>();
    let b = unsafe { p.add(6) }.cast::<u32>();
    println!("{}", unsafe { b.offset_from(a) });
}
