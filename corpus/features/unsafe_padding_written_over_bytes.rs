//@ bug: undefined-behavior
//@ source: a struct is written over bytes, of which one is its padding then
#[repr(C)]
struct Header {
    tag: u8,
    len: u16,
    value: u32,
}

#[repr(C, align(4))]
struct Buffer([u8; 8]);

fn main() {
    let mut buffer = Buffer([1; 8]);
    unsafe { buffer.0.as_mut_ptr().cast::<Header>().write(Header { tag: 1, len: 2, value: 3 }) };
    println!("{:?}", buffer.0);
}
