//@ no-bug
//@ source: transmutes between arrays, integers, floats and enums

use std::mem;
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq)]
struct Meters(f64);
#[repr(u8)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Color {
    R = 0,
    G,
    B,
}
fn main() {
    let a: [u8; 4] = unsafe { mem::transmute(0x11223344u32) };
    let n: u32 = unsafe { mem::transmute(a) };
    assert_eq!(n, 0x11223344);
    println!("{a:?}");
    let f: f32 = unsafe { mem::transmute(0x3f800000u32) };
    println!("{f} {:x}", unsafe { mem::transmute::<f32, u32>(-2.0) });
    let c: Color = unsafe { mem::transmute(2u8) };
    println!("{c:?} {}", c as u8);
    let m: Meters = unsafe { mem::transmute(3.5f64) };
    println!("{m:?}");
    let w: [u16; 2] = unsafe { mem::transmute([1u8, 0, 2, 0]) };
    println!("{w:?}");
    let q: u64 = unsafe { mem::transmute([1u32, 2]) };
    println!("{q:#x}");
    let s: i8 = unsafe { mem::transmute(200u8) };
    println!("{s}");
    let func: fn(i32) -> i32 = |x| x + 1;
    let p = func as *const ();
    let back: fn(i32) -> i32 = unsafe { mem::transmute(p) };
    println!("{}", back(4));
    let st: &'static str =
        unsafe { mem::transmute::<&str, &'static str>(String::from("xy").leak()) };
    println!("{st}");
}
