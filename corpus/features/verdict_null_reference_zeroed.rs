//@ bug: undefined-behavior
//@ source: new; a reference in a value made of zeros is null

#[derive(Clone, Copy)]
#[allow(dead_code)]
struct Holder<'a> {
    n: u8,
    r: &'a u32,
}
fn main() {
    let _h: Holder = unsafe { std::mem::zeroed() };
}
