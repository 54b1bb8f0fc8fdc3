//@ bug: undefined-behavior
//@ source: the pointer is checked, and read again after another thread has cleared it

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::SeqCst};
use std::thread;

static CURRENT: AtomicPtr<u32> = AtomicPtr::new(ptr::null_mut());
static VALUE: u32 = 5;

fn main() {
    CURRENT.store(&VALUE as *const u32 as *mut u32, SeqCst);
    let t = thread::spawn(|| CURRENT.store(ptr::null_mut(), SeqCst));
    if !CURRENT.load(SeqCst).is_null() {
        let n = unsafe { *CURRENT.load(SeqCst) };
        assert_eq!(n, 5);
    }
    t.join().unwrap();
}
