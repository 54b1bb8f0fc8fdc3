//@ bug: undefined-behavior
//@ source: a shared reference is made to bytes of which one is no variant, and comparing says only that it is another
#[repr(u8)]
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Data = 1,
    End = 2,
}

#[repr(C)]
struct Header {
    kind: Kind,
    len: u8,
}

fn header(packet: &[u8; 2]) -> &Header {
    unsafe { &*packet.as_ptr().cast() }
}

fn main() {
    assert!(header(&[1, 7]).kind == Kind::Data);
    let last = header(&[7, 0]);
    println!("{} {}", last.kind == Kind::End, last.len);
}
