//! `std::hint`. Left out: `assert_unchecked`'s licence to optimize.

use crate::intrinsics;

#[inline]
pub fn spin_loop() {
    unsafe { intrinsics::spin_loop() }
}
#[inline]
pub fn black_box<T>(dummy: T) -> T {
    dummy
}
#[inline]
#[track_caller]
pub const unsafe fn unreachable_unchecked() -> ! {
    unsafe { intrinsics::unreachable() }
}
#[track_caller]
pub const unsafe fn assert_unchecked(cond: bool) {
    if !cond {
        unsafe { intrinsics::undefined("assert_unchecked of what does not hold") }
    }
}
pub const fn must_use<T>(value: T) -> T {
    value
}
#[inline]
pub fn select_unpredictable<T>(condition: bool, true_val: T, false_val: T) -> T {
    if condition { true_val } else { false_val }
}
#[inline]
pub const fn cold_path() {}
