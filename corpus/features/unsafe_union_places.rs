//@ no-bug
//@ source: by closures, references to union fields handed on, match on union, array of unions, union in enum
#[derive(Clone, Copy)]
#[repr(C)]
union Word {
    w: u32,
    h: [u16; 2],
    b: [u8; 4],
}
enum Op {
    Set(Word),
    Get,
}
fn bump(h: &mut [u16; 2]) {
    h[1] += 1;
}
fn low(b: &[u8; 4]) -> u8 {
    b[0]
}
struct Regs {
    r: [Word; 2],
    pc: Word,
}
fn main() {
    let mut r = Regs {
        r: [Word { w: 0x10002 }; 2],
        pc: Word { w: 0 },
    };
    unsafe {
        bump(&mut r.r[1].h);
        assert_eq!(r.r[1].w, 0x20002);
        assert_eq!(low(&r.r[1].b), 2);
        let i = r.r.len() - 1;
        r.r[i].b[i] = 9;
        assert_eq!(r.r[i].w, 0x20902);
        r.pc = r.r[1];
        r.pc.w += 1;
        assert_eq!(r.pc.b, [3, 9, 2, 0]);
        let f = |x: &mut Word| {
            x.h[0] = 7;
            x.w
        };
        assert_eq!(f(&mut r.pc), 0x20007);
        let ops = [Op::Set(r.pc), Op::Get];
        for o in &ops {
            match o {
                Op::Set(Word { w: 0x20007 }) => r.r[0].w = 1,
                Op::Set(w) => assert!(w.h[0] == 0),
                Op::Get => assert_eq!(r.r[0].b[0], 1),
            }
        }
        let v: Vec<u32> = r.r.iter().map(|w| w.w).collect();
        assert_eq!(v, [1, 0x20902]);
        let p = &mut r.r[0] as *mut Word;
        (*p).b.reverse();
        assert_eq!((*p).w, 1 << 24);
        let w: Word = std::mem::zeroed();
        assert_eq!(w.b, [0; 4]);
        let b = Box::new(Word { b: *b"abcd" });
        assert_eq!(b.w.to_le_bytes(), *b"abcd");
        let x: u32 = std::mem::transmute(*b);
        assert_eq!(x, b.w);
        let y: Word = std::mem::transmute(5u32);
        assert_eq!(y.h[0], 5);
    }
}
