//@ bug: undefined-behavior
//@ source: where there is no payload, its byte is nothing
fn main() {
    let mut number = 7u32;
    let none: Option<u8> = std::hint::black_box(None);
    let (from, to) = ((&raw const none).cast::<u8>(), (&raw mut number).cast::<u8>());
    unsafe { std::ptr::copy_nonoverlapping(from, to, 2) };
    println!("{number}");
}
