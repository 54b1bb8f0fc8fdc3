//@ no-bug

use std::task::{RawWaker, RawWakerVTable, Waker};
use std::time::Duration;
unsafe fn clone<T>(p: *const ()) -> RawWaker {
    RawWaker::new(p, table::<T>())
}
unsafe fn nop<T>(_: *const ()) {}
fn table<T>() -> &'static RawWakerVTable {
    &RawWakerVTable::new(clone::<T>, nop::<T>, nop::<T>, nop::<T>)
}
fn dur() -> &'static Duration {
    const LONG: Duration = Duration::from_millis(1500);
    &LONG
}
fn rng() -> &'static std::ops::RangeInclusive<i32> {
    &(1..=3)
}
fn cast() -> &'static u8 {
    &(300i32 as u8)
}
fn main() {
    let w = unsafe { Waker::from_raw(RawWaker::new(std::ptr::null(), table::<u8>())) };
    g();
    let d = dur();
    let r = rng();
    let c = cast();
    std::thread::spawn(move || {
        let w2 = w.clone();
        w2.wake();
        println!("{:?} {:?} {}", d, r, c);
    })
    .join()
    .unwrap();
}
fn f() -> &'static (dyn Fn(i32) -> i32 + Sync) {
    &|x| x + 1
}
static S: &(dyn Fn(i32) -> i32 + Sync) = &|x| x * 2;
#[allow(dead_code)]
fn g() {
    assert_eq!(f()(1) + S(2), 6);
}
