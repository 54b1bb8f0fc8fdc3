//@ no-bug
//@ source: unions whose fields are views of the same bytes: registers and their halves, floats and their bits, slots

use std::mem::MaybeUninit;
#[derive(Clone, Copy)]
#[repr(C)]
union Reg {
    x: u64,
    w: u32,
    h: u16,
    l: u8,
    hl: (u8, u8),
}
union Slot<T: Copy> {
    next: usize,
    value: MaybeUninit<T>,
}
struct Pool<T: Copy> {
    slots: [Slot<T>; 3],
    head: usize,
}
impl<T: Copy> Pool<T> {
    fn new() -> Self {
        Pool {
            slots: [
                Slot { next: 1 },
                Slot { next: 2 },
                Slot { next: usize::MAX },
            ],
            head: 0,
        }
    }
    fn put(&mut self, v: T) -> usize {
        let i = self.head;
        unsafe {
            self.head = self.slots[i].next;
            self.slots[i].value = MaybeUninit::new(v);
        }
        i
    }
    fn get(&self, i: usize) -> &T {
        unsafe { &*self.slots[i].value.as_ptr() }
    }
    fn get_mut(&mut self, i: usize) -> &mut T {
        unsafe { &mut *self.slots[i].value.as_mut_ptr() }
    }
    fn take(&mut self, i: usize) -> T {
        unsafe {
            let v = self.slots[i].value.assume_init_read();
            self.slots[i].next = self.head;
            self.head = i;
            v
        }
    }
}
union Bits {
    f: f32,
    u: u32,
    i: i32,
}
fn set(b: &mut Bits) {
    b.i = -5;
}
union Uninit {
    small: u8,
    big: u64,
}
static TABLE: Bits = Bits { u: 0x40490fdb };
union PtrBits {
    p: *const u64,
    n: usize,
}
fn main() {
    unsafe {
        let mut r = Reg {
            x: 0x1122334455667788,
        };
        r.l = 0xff;
        println!("{:x}", r.x);
        r.h = 0;
        println!("{:x} {:x}", r.x, r.w);
        r.w += 1;
        println!("{:x}", r.x);
        r.hl.1 = 7;
        println!("{:x}", r.h);
        let rs = [r; 2];
        println!("{:x}", rs[1].w);
        let mut p: Pool<u32> = Pool::new();
        let a = p.put(5);
        let b = p.put(6);
        *p.get_mut(a) += 10;
        println!("{} {}", p.get(a), p.get(b));
        println!("{}", p.take(a));
        let c = p.put(9);
        println!("{c} {}", p.get(c));
        let mut p: Pool<[u16; 3]> = Pool::new();
        let a = p.put([1, 2, 3]);
        p.get_mut(a)[1] = 9;
        println!("{:?}", p.take(a));
        let mut b = Bits { f: -1.0 };
        println!("{:x} {}", b.u, b.i);
        set(&mut b);
        println!("{:x} {}", b.u, b.i);
        b.u = 0x3f800000;
        println!("{}", b.f);
        println!("{:.5} {}", TABLE.f, TABLE.i);
        let x = 77u64;
        let mut pb = PtrBits { p: &x };
        pb.n |= 1;
        println!("{}", pb.n & 7);
        pb.n &= !1;
        println!("{}", *pb.p);
        let Bits { u } = b;
        println!("{u}");
        let f = |b: &Bits| b.i + 1;
        println!("{}", f(&b));
        let m = &mut b.u;
        *m += 1;
        println!("{}", b.i);
        let _ = Uninit { big: 1 };
        let v = vec![Bits { i: 1 }, Bits { f: 2.0 }];
        println!("{}", v.iter().map(|b| b.u).fold(0u32, |a, b| a ^ b));
        let mut bx = Box::new(Reg { x: 5 });
        bx.w = 1 << 31;
        println!("{:x}", bx.x);
        std::ptr::addr_of_mut!(bx.h).write(3);
        println!("{:x}", bx.w & 0xffff);
    }
}
