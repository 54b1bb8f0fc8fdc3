//! A failed `upgrade` orders nothing: it has not seen what the last owner did.
//@ bug: data-race

use std::cell::UnsafeCell;
use std::sync::Arc;
struct Data(UnsafeCell<u32>);
unsafe impl Sync for Data {}
static DATA: Data = Data(UnsafeCell::new(0));
fn main() {
    let a = Arc::new(());
    let w = Arc::downgrade(&a);
    let t = std::thread::spawn(move || {
        unsafe { *DATA.0.get() = 1 };
        drop(a);
    });
    if w.upgrade().is_none() {
        println!("{}", unsafe { *DATA.0.get() });
    }
    t.join().unwrap();
}
