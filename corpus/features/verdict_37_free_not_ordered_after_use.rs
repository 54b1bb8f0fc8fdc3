//@ bug: undefined-behavior
//@ source: one thread frees what another has just read: nothing but chance had the read come first
use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;

static CURRENT: AtomicPtr<u32> = AtomicPtr::new(std::ptr::null_mut());

fn main() {
    CURRENT.store(Box::into_raw(Box::new(1)), Ordering::SeqCst);
    let reader = thread::spawn(|| {
        let p = CURRENT.load(Ordering::SeqCst);
        assert!(p.is_null() || unsafe { *p } == 1);
    });
    let old = CURRENT.swap(std::ptr::null_mut(), Ordering::SeqCst);
    drop(unsafe { Box::from_raw(old) });
    reader.join().unwrap();
}
