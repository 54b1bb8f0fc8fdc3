//@ bug: data-race
//@ source: a pointer that one thread writes as an `Option<NonNull<T>>`, and another reads as it is

use std::ptr::NonNull;
use std::thread;
struct P(*mut *mut i32);
unsafe impl Send for P {}
fn main() {
    let mut slot: *mut i32 = std::ptr::null_mut();
    let p = P(&mut slot);
    let t = thread::spawn(move || { let p = p; let o = p.0 as *mut Option<NonNull<i32>>; unsafe { *o = Some(NonNull::dangling()); } });
    let seen = unsafe { std::ptr::read(&slot) };
    t.join().unwrap();
    println!("{}", seen.is_null());
}
