//@ no-bug
//@ source: unions of scalars, transmuted from and to what has their bytes, whichever field they hold
use std::mem::transmute;
#[repr(C)]
#[derive(Clone, Copy)]
union A {
    w: u32,
    b: [u8; 4],
    s: u8,
}
#[repr(C)]
#[derive(Clone, Copy)]
union P {
    n: usize,
    p: *const i32,
}
#[repr(C)]
#[derive(Clone, Copy)]
union Odd {
    h: u16,
    t: [u8; 3],
}
#[repr(C)]
#[derive(Clone, Copy)]
struct T(u8, A);
fn main() {
    unsafe {
        let a: A = transmute(0x04030201u32);
        assert_eq!(a.b, [1, 2, 3, 4]);
        let x: [u16; 2] = transmute(a);
        assert_eq!(x, [0x0201, 0x0403]);
        let a = A { s: 9 };
        let m: [std::mem::MaybeUninit<u8>; 4] = transmute(a);
        assert_eq!(m[0].assume_init(), 9);
        let v = 5;
        let p: P = transmute(&v);
        assert_eq!(*p.p, 5);
        let q: *const i32 = transmute(p);
        assert_eq!(*q, 5);
        let n: usize = transmute(p);
        assert_eq!(*(n as *const i32), 5);
        let p = P { p: &v };
        let r: &i32 = transmute(p);
        assert_eq!(*r, 5);
        let f: A = transmute(1.0f32);
        assert_eq!(f.w, 0x3f800000);
        let o: Odd = transmute([1u16, 0x0203]);
        assert_eq!(o.t, [1, 0, 3]);
        let o2: Odd = transmute(o);
        assert_eq!(o2.h, 1);
        let t: T = transmute([1u8, 0, 0, 0, 5, 6, 7, 8]);
        assert_eq!(t.1.w, 0x08070605);
        let a2: A = transmute(P { n: 0 }.n as u32);
        assert_eq!(a2.w, 0);
    }
}
