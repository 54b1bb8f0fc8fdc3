//@ no-bug
//@ source: a part of a field of a union behind its first scalar, as a slice
#[repr(C)]
#[derive(Clone, Copy)]
struct Short {
    len: u32,
    bytes: [u8; 4],
}
#[repr(C)]
union Umbra {
    len: u32,
    short: Short,
}
fn main() {
    let a = Umbra {
        short: Short {
            len: 2,
            bytes: [11, 12, 13, 14],
        },
    };
    unsafe {
        assert_eq!(a.short.bytes[0], 11);
        assert_eq!(a.short.bytes[..2], [11, 12]);
        assert_eq!(a.short.bytes.get_unchecked(..2)[0], 11);
    }
}
