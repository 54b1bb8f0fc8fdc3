//@ no-bug
//@ source: references, slices and steps of pointers that are right: ends of objects, parts of packed structs,
//@ source: enums and unions, memory of no type, slices of slices, values without size
use std::sync::atomic::*;
#[repr(C, packed)]
struct P {
    a: u8,
    b: u32,
    c: [u16; 2],
}
#[repr(C)]
struct H {
    len: usize,
    data: [u32; 0],
}
enum E {
    A(u64, u8),
    B([u8; 3]),
    C,
}
struct Inner {
    x: u16,
    e: E,
    o: Option<Box<u32>>,
}
union U {
    a: u64,
    b: [u8; 8],
    c: (u32, u32),
}
static TABLE: [u32; 4] = [1, 2, 3, 4];
static COUNTS: [AtomicU8; 4] = [const { AtomicU8::new(0) }; 4];
trait T {
    fn f(&self) -> u32;
}
impl T for u32 {
    fn f(&self) -> u32 {
        *self
    }
}
fn main() {
    unsafe {
        let p = P {
            a: 1,
            b: 2,
            c: [3, 4],
        };
        let pa = &raw const p;
        let ra: &u8 = &(*pa).a;
        assert_eq!(*ra, 1);
        let rp: &P = &*pa;
        assert_eq!({ rp.b }, 2);
        let c = (&raw const p.c).cast::<u16>();
        assert_eq!(c.add(1).read_unaligned(), 4);
        assert_eq!((&raw const p).cast::<u8>().add(9).sub(9).read(), 1);
        let i = Inner {
            x: 9,
            e: E::A(5, 6),
            o: Some(Box::new(3)),
        };
        let ip = &raw const i;
        if let E::A(n, k) = &(*ip).e {
            assert_eq!((*n, *k), (5, 6));
            let np = n as *const u64;
            assert_eq!(*&*np, 5);
            let kp = k as *const u8;
            assert_eq!(*&*kp, 6);
        }
        assert_eq!((*ip).o.as_deref(), Some(&3));
        let ob: &Option<Box<u32>> = &(*ip).o;
        assert!(ob.is_some());
        let xr = &(*ip).x;
        assert_eq!(*xr, 9);
        let xp = &raw const (*ip).x;
        let back = xp.byte_sub(std::mem::offset_of!(Inner, x)).cast::<Inner>();
        assert_eq!((*back).x, 9);
        let br: &Inner = &*back;
        assert!(matches!(br.e, E::A(..)));
        let b = E::B([1, 2, 3]);
        let bp = &raw const b;
        if let E::B(a) = &*bp {
            let ap = a.as_ptr();
            assert_eq!(*ap.add(2), 3);
            let s = std::slice::from_raw_parts(ap, 3);
            assert_eq!(s, [1, 2, 3]);
            let e = ap.add(3);
            assert_eq!(e.offset_from(ap), 3);
        }
        let _c = E::C;
        let mut u = U { a: 0x0102 };
        let up = &raw mut u;
        let bs: &[u8; 8] = &(*up).b;
        assert_eq!(bs[0], 2);
        (*up).c = (7, 8);
        let cr = &mut (*up).c;
        cr.1 = 9;
        assert_eq!((*up).a >> 32, 9);
        let t = TABLE.as_ptr();
        assert_eq!(*t.add(3), 4);
        let e = t.add(4);
        assert_eq!(*e.sub(1), 4);
        let r: &[u32; 2] = &*(t.add(2) as *const [u32; 2]);
        assert_eq!(r, &[3, 4]);
        let a = &*(COUNTS.as_ptr().add(3));
        a.fetch_add(1, Ordering::Relaxed);
        let w: &AtomicU8 = &*(&raw const COUNTS[3]);
        assert_eq!(w.load(Ordering::Relaxed), 1);
        let d: Box<dyn T> = Box::new(8u32);
        let dp = Box::into_raw(d);
        let dr: &dyn T = &*dp;
        assert_eq!(dr.f(), 8);
        drop(Box::from_raw(dp));
        let s: Box<str> = "héllo".into();
        let sp = Box::into_raw(s);
        let sr: &str = &*sp;
        assert_eq!(sr.len(), 6);
        let s2 = &(&(*sp))[3..];
        assert_eq!(s2, "llo");
        drop(Box::from_raw(sp));
        let mut v: Vec<(u8, u32)> = Vec::with_capacity(4);
        let vp = v.as_mut_ptr();
        for k in 0..4u8 {
            vp.add(k as usize).write((k, k as u32));
        }
        v.set_len(4);
        let q = &mut (*vp.add(3)).1;
        *q += 1;
        assert_eq!(v[3].1, 4);
        let end = v.as_ptr().add(4);
        assert_eq!(end.offset_from(v.as_ptr()), 4);
        let sl: &mut [std::mem::MaybeUninit<(u8, u32)>] = v.spare_capacity_mut();
        assert!(sl.len() < 8);
        let m: *mut [u16] = std::ptr::slice_from_raw_parts_mut(
            Box::into_raw(Box::new([1u16, 2, 3])) as *mut u16,
            3,
        );
        (&mut *m)[1] = 5;
        assert_eq!((&(*m))[1], 5);
        let first = &(*m)[2];
        assert_eq!(*first, 3);
        drop(Box::from_raw(m));
        let bytes = [1u8, 0, 2, 0, 3, 0];
        let (pre, mid, post) = bytes.align_to::<u16>();
        assert_eq!(pre.len() + mid.len() * 2 + post.len(), 6);
        let h = std::alloc::alloc(std::alloc::Layout::from_size_align(24, 8).unwrap());
        let hp = h as *mut H;
        (*hp).len = 4;
        let tail = (&raw mut (*hp).data) as *mut u32;
        for k in 0..4 {
            tail.add(k).write(k as u32)
        }
        let ts = std::slice::from_raw_parts(tail, 4);
        assert_eq!(ts.iter().sum::<u32>(), 6);
        let hr: &H = &*hp;
        assert_eq!(hr.len, 4);
        std::alloc::dealloc(h, std::alloc::Layout::from_size_align(24, 8).unwrap());
        let zst: [(); 5] = [(); 5];
        let zp = zst.as_ptr();
        let z = &*zp.add(4);
        assert_eq!(*z, ());
        let big: &u128 = &*(&raw const *Box::leak(Box::new((1u8, 5u128))))
            .cast::<(u8, u128)>()
            .byte_add(std::mem::offset_of!((u8, u128), 1))
            .cast::<u128>();
        assert_eq!(*big, 5);
        let c = std::cell::UnsafeCell::new((1u8, 2u64));
        let cp = c.get();
        let f = &mut (*cp).1;
        *f = 3;
        assert_eq!((*c.get()).1, 3);
        let fu: fn() -> u8 = || 1;
        let fp = &raw const fu;
        let fr = &*fp;
        assert_eq!(fr(), 1);
        let rc = std::rc::Rc::new(5u32);
        let rp = std::rc::Rc::into_raw(rc);
        let rr = &*rp;
        assert_eq!(*rr, 5);
        drop(std::rc::Rc::from_raw(rp));
        let ar = std::sync::Arc::new([1u8; 3]);
        let apx = std::sync::Arc::as_ptr(&ar);
        assert_eq!((&*apx).len(), 3);
        let wide = &raw const *Box::leak(Box::new([[1u32; 2]; 3]));
        let flat = std::slice::from_raw_parts(wide.cast::<u32>(), 6);
        assert_eq!(flat.len(), 6);
        let row = &*wide.cast::<[u32; 2]>().add(2);
        assert_eq!(row, &[1, 1]);
        let lst = std::collections::LinkedList::from([1, 2]);
        let lp = &raw const lst;
        assert_eq!((*(&*lp)).len(), 2);
        let mx = std::sync::Mutex::new(3u8);
        let mp = &raw const mx;
        *(&*mp).lock().unwrap() += 1;
        assert_eq!(*(*(&raw const mx)).lock().unwrap(), 4);
    }
}
