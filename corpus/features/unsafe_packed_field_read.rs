//@ bug: undefined-behavior
//@ message: "misaligned access"
//@ source: new; a field of a packed struct is read through a pointer that has to be aligned
#[repr(C, packed)]
struct Header {
    kind: u8,
    len: u32,
}

fn main() {
    let mut header = Header { kind: 1, len: 2 };
    let len = &raw mut header.len;
    unsafe { len.write_unaligned(len.read_unaligned() + 1) };
    assert_eq!({ header.len }, 3);
    let kind = &raw const header.kind;
    assert_eq!(unsafe { *kind }, 1);
    println!("{}", unsafe { *len });
}
