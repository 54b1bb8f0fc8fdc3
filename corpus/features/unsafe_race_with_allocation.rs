//@ bug: data-race
//@ weak-orderings: yes
//@ source: an allocation is a write by who makes it: a `Relaxed` store hands it to a thread that writes without knowing of it

use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicPtr, Ordering::*};
use std::thread;
static P: AtomicPtr<MaybeUninit<u32>> = AtomicPtr::new(std::ptr::null_mut());
fn main() {
    let t = thread::spawn(|| {
        let b: Box<MaybeUninit<u32>> = Box::new_uninit();
        P.store(Box::into_raw(b), Relaxed);
    });
    let u = thread::spawn(|| {
        let p = P.load(Relaxed);
        if !p.is_null() {
            unsafe {
                (*p).write(7);
            }
        }
    });
    t.join().unwrap();
    u.join().unwrap();
}
