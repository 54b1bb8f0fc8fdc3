//@ no-bug
//@ source: pointers are compared by address: the test atomic of Miri
use std::sync::atomic::{AtomicPtr, Ordering::SeqCst};
fn main() {
    let mut x = 0i32;
    let px: *mut i32 = &mut x;
    let same = std::ptr::without_provenance_mut::<i32>(px.addr());
    assert!(px == same);
    let a = AtomicPtr::new(px);
    assert!(a
        .compare_exchange(same, std::ptr::null_mut(), SeqCst, SeqCst)
        .is_ok());
}
