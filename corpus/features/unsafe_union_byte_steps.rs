//@ no-bug
//@ source: byte arithmetic on a pointer to an element of a union's field
#[repr(C)]
union U {
    w: u32,
    h: [u16; 2],
}
fn main() {
    let mut u = U { w: 0x20001 };
    unsafe {
        let q = &raw mut u.h[1];
        assert_eq!(*q, 2);
        assert_eq!(q.sub(1).read(), 1);
        assert_eq!(q.byte_sub(2).read(), 1);
        assert_eq!(q.byte_sub(1).cast::<u8>().read(), 0);
    }
}
