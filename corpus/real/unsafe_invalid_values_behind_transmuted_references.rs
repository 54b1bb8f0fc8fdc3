//@ bug: undefined-behavior
//@ source: references that transmute makes to what is no value of their type
fn main() {
    let (x, c) = (7u8, 0xd800u32);
    unsafe {
        let b: &bool = std::mem::transmute(&x);
        std::hint::black_box(*b);
        let o: &std::cmp::Ordering = std::mem::transmute(&x);
        std::hint::black_box(*o);
        let c: &char = std::mem::transmute(&c);
        std::hint::black_box(*c);
    }
}
