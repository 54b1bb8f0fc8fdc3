//@ no-bug
//@ source: who writes one field of a union's struct leaves the bytes alone that are its padding: another field has
//@ source: them
#[repr(C)]
#[derive(Clone, Copy)]
struct Header {
    tag: u8,
    len: u16,
    value: u32,
}

#[repr(C)]
union Packet {
    header: Header,
    bytes: [u8; 8],
    words: [u16; 4],
}

fn main() {
    let mut packet = Packet { bytes: [1; 8] };
    packet.header.len = 5;
    assert_eq!(unsafe { packet.bytes }, [1, 1, 5, 0, 1, 1, 1, 1]);
    packet.header.tag = 2;
    assert_eq!(unsafe { packet.words }, [0x102, 5, 0x101, 0x101]);
    unsafe {
        packet.bytes[1] = 7;
        packet.header.value += 1;
        assert_eq!(packet.bytes, [2, 7, 5, 0, 2, 1, 1, 1]);
    }
}
