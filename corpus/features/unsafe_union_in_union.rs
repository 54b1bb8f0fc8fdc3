//@ no-bug
//@ source: a union inside a union is seen through the other's fields, as values, through pointers, and over other memory
#[repr(C)]
#[derive(Clone, Copy)]
union Addr {
    bytes: [u8; 4],
    word: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
struct Parsed {
    port: u16,
    src: Addr,
}
#[repr(C)]
union Packet {
    raw: [u8; 8],
    p: Parsed,
}
#[repr(C)]
#[derive(Clone, Copy)]
union In {
    word: u32,
    half: [u16; 2],
}
#[repr(C)]
#[derive(Clone, Copy)]
union Mid {
    i: In,
    b: [u8; 4],
    f: f32,
}
#[repr(C)]
union Out {
    raw: [u8; 4],
    i: In,
}
#[repr(C)]
union Deep {
    m: [Mid; 2],
    w: u64,
}
fn values() {
    let mut k = Packet {
        raw: [0x34, 0x12, 0, 0, 1, 2, 3, 4],
    };
    unsafe {
        assert_eq!(k.p.port, 0x1234);
        assert_eq!(k.p.src.word, 0x04030201);
        k.p.src.word = 0x0a0b0c0d;
        assert_eq!(k.raw[4..], [0xd, 0xc, 0xb, 0xa]);
        k.p.src.bytes[1] = 7;
        assert_eq!(k.p.src.word, 0x0a0b070d);
        assert_eq!(k.raw[5], 7);
        assert_eq!(k.p.port, 0x1234);
        let k = Out { raw: [1, 2, 3, 4] };
        assert_eq!(k.i.word, 0x04030201);
        assert_eq!(k.i.half[1], 0x0403);
        let k = Out {
            i: In { word: 0x04030201 },
        };
        assert_eq!(k.raw[1], 2);
        let mut d = Deep {
            w: 0x0807060504030201,
        };
        assert_eq!(d.m[1].b, [5, 6, 7, 8]);
        assert_eq!(d.m[0].i.half[1], 0x0403);
        d.m[1].i.half[0] = 0xFFFF;
        assert_eq!(d.w, 0x0807FFFF04030201);
        d.m[0].f = 1.0;
        assert_eq!(d.w, 0x0807FFFF3f800000);
        d.m[0] = Mid { b: [9, 9, 9, 9] };
        assert_eq!(d.w, 0x0807FFFF09090909);
        let mut b = Box::new(Deep {
            m: [
                Mid {
                    i: In { half: [1, 2] },
                },
                Mid { f: 2.0 },
            ],
        });
        assert_eq!(b.w, 0x4000000000020001);
        b.w = 77;
        assert_eq!(b.m[0].i.word, 77);
        let t: u64 = std::mem::transmute([
            Mid {
                i: In { half: [1, 2] },
            },
            Mid { f: 2.0 },
        ]);
        assert_eq!(t, 0x4000000000020001);
        let t: [Mid; 2] = std::mem::transmute(0x4000000000020001u64);
        assert_eq!(t[1].f, 2.0);
        assert_eq!(t[0].i.half, [1, 2]);
    }
}
#[repr(C)]
#[derive(Clone, Copy)]
union Half {
    word: u32,
    half: [u16; 2],
}
#[repr(C)]
#[derive(Clone, Copy)]
struct Tagged {
    tag: u16,
    pad: u16,
    i: Half,
}
#[repr(C)]
union Both {
    s: Tagged,
    raw: [u8; 8],
    w: u64,
}
fn through_pointers() {
    unsafe {
        let mut o = Both {
            s: Tagged {
                tag: 1,
                pad: 2,
                i: Half { half: [3, 4] },
            },
        };
        let p = &mut o as *mut Both as *mut u8;
        assert_eq!(*p.add(4), 3);
        *p.add(7) = 9;
        assert_eq!(o.s.i.half[1], 0x0904);
        assert_eq!(o.s.i.word, 0x0904_0003);
        let q = &raw mut o.s.i as *mut u16;
        assert_eq!(*q.add(1), 0x0904);
        *q = 55;
        assert_eq!(o.w >> 32, 0x0904_0037);
        let bytes = std::slice::from_raw_parts(&o as *const Both as *const u8, 8);
        assert_eq!(bytes, [1, 0, 2, 0, 55, 0, 4, 9]);
        let mut raw = [0u8; 8];
        std::ptr::copy_nonoverlapping(&o as *const Both as *const u8, raw.as_mut_ptr(), 8);
        assert_eq!(raw, [1, 0, 2, 0, 55, 0, 4, 9]);
        let mut mem = [0u64; 2];
        let at = mem.as_mut_ptr() as *mut Both;
        at.write(Both {
            s: Tagged {
                tag: 1,
                pad: 2,
                i: Half { half: [3, 4] },
            },
        });
        assert_eq!(mem[0], 0x0004_0003_0002_0001);
        (*at).s.i.word = 5;
        assert_eq!(mem[0], 0x0000_0005_0002_0001);
        mem[0] = 0x1122_3344_5566_7788;
        let at = mem.as_mut_ptr() as *mut Both;
        assert_eq!((*at).s.i.half[1], 0x1122);
        let o = at.read();
        assert_eq!(o.s.i.half[1], 0x1122);
        assert_eq!(o.s.tag, 0x7788);
        let l = std::alloc::Layout::new::<Both>();
        let at = std::alloc::alloc(l) as *mut Both;
        (*at).w = 0x1122_3344_5566_7788;
        assert_eq!((*at).s.i.half[1], 0x1122);
        (*at).s.i.half[0] = 1;
        assert_eq!((*at).w, 0x1122_0001_5566_7788);
        std::alloc::dealloc(at as *mut u8, l);
    }
}
fn main() {
    values();
    through_pointers();
}
