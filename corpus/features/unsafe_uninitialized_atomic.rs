//@ bug: undefined-behavior
//@ weak-orderings
//@ source: Miri's tests of uninitialized atomics
use std::sync::atomic::{AtomicUsize, Ordering};
fn main() {
    let x: &'static AtomicUsize = unsafe { Box::leak(Box::new_uninit()).assume_init_ref() };
    let r = x.load(Ordering::Relaxed);
    std::thread::spawn(move || x.store(r, Ordering::Relaxed))
        .join()
        .unwrap();
}
