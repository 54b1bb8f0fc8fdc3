//@ no-bug
//@ source: functions called through pointers with other pointers in their types: comparisons as in C, tables of
//@ source: callbacks, erased and seen again; pointers to parts of enums through pointers of their own type
use std::ffi::c_void;
use std::mem::transmute;
use std::sync::atomic::{AtomicU32, Ordering::*};
type Cmp = unsafe extern "C" fn(*const c_void, *const c_void) -> i32;
unsafe fn sort(base: *mut c_void, n: usize, size: usize, cmp: Cmp) {
    let b = base as *mut u8;
    for i in 1..n {
        let mut j = i;
        while j > 0 && cmp(b.add(j * size).cast(), b.add((j - 1) * size).cast()) < 0 {
            std::ptr::swap_nonoverlapping(b.add(j * size), b.add((j - 1) * size), size);
            j -= 1
        }
    }
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rec {
    key: u32,
    val: u64,
}
unsafe extern "C" fn by_key(a: *const Rec, b: *const Rec) -> i32 {
    (*a).key as i32 - (*b).key as i32
}
unsafe extern "C" fn by_val(a: &Rec, b: &Rec) -> i32 {
    a.val as i32 - b.val as i32
}
enum Shape {
    Circle(f64),
    Rect { w: f64, h: f64 },
    Named(String, Option<Box<u32>>),
}
fn half(x: &mut f64) {
    *x /= 2.0
}
fn len(s: &String) -> usize {
    s.len()
}
fn opt(o: &Option<Box<u32>>) -> u32 {
    o.as_deref().copied().unwrap_or(0)
}
struct Obj {
    a: u8,
    b: u64,
    c: u8,
    n: AtomicU32,
}
fn touch(o: *const Obj) {
    unsafe {
        (*o).n.fetch_add((*o).a as u32 + (*o).c as u32, SeqCst);
    }
}
fn peek(o: &Obj) -> u64 {
    o.b
}
fn bytes(p: *const u8) -> u8 {
    unsafe { *p }
}
fn boxed(b: Box<u32>) -> u32 {
    *b
}
fn main() {
    unsafe {
        let mut v = [
            Rec { key: 3, val: 1 },
            Rec { key: 1, val: 2 },
            Rec { key: 2, val: 3 },
        ];
        sort(
            v.as_mut_ptr().cast(),
            3,
            size_of::<Rec>(),
            transmute(by_key as unsafe extern "C" fn(*const Rec, *const Rec) -> i32),
        );
        assert_eq!(v.map(|r| r.key), [1, 2, 3]);
        sort(
            v.as_mut_ptr().cast(),
            3,
            size_of::<Rec>(),
            transmute(by_val as unsafe extern "C" fn(&Rec, &Rec) -> i32),
        );
        assert_eq!(v.map(|r| r.val), [1, 2, 3]);
        let table: [fn(&mut f64); 1] = [half];
        let mut s = [
            Shape::Circle(4.0),
            Shape::Rect { w: 2.0, h: 8.0 },
            Shape::Named("ab".into(), Some(Box::new(7))),
        ];
        let fl: fn(&String) -> usize = len;
        let fo: fn(&Option<Box<u32>>) -> u32 = opt;
        let mut t = 0.0;
        for x in &mut s {
            match x {
                Shape::Circle(r) => {
                    table[0](r);
                    t += *r
                }
                Shape::Rect { w, h } => {
                    table[0](h);
                    t += *w * *h
                }
                Shape::Named(n, o) => t += (fl(n) as u32 + fo(o)) as f64,
            }
        }
        assert_eq!(t, 2.0 + 8.0 + 9.0);
        let o = Obj {
            a: 1,
            b: 9,
            c: 2,
            n: AtomicU32::new(0),
        };
        let f: fn(*const u8) = transmute(touch as fn(*const Obj));
        let g: fn(*const c_void) -> u64 = transmute(peek as fn(&Obj) -> u64);
        let addr = &raw const o as usize;
        std::thread::scope(|s| {
            s.spawn(move || f(addr as *const u8));
            f(&raw const o as *const u8);
        });
        assert_eq!(o.n.load(SeqCst), 6);
        assert_eq!(g((&raw const o).cast()), 9);
        let h: fn(&u32) -> u8 = transmute(bytes as fn(*const u8) -> u8);
        assert_eq!(h(&0x0a0b0c0d), 0x0d);
        let e: fn(*const ()) -> u64 = transmute(g as *const ());
        assert_eq!(e((&raw const o).cast()), 9);
        let bx: fn(*mut u8) -> u32 = transmute(boxed as fn(Box<u32>) -> u32);
        assert_eq!(bx(Box::into_raw(Box::new(5u32)).cast()), 5);
    }
}
