//! Two threads silence the panic hook for a while: each may put back the other's silence for good.
//@ bug: panic

use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
static N: AtomicUsize = AtomicUsize::new(0);
fn quiet() {
    let prev = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let _ = panic::catch_unwind(|| panic!("x"));
    panic::set_hook(prev);
}
fn main() {
    panic::set_hook(Box::new(|_| {
        N.fetch_add(1, Ordering::SeqCst);
    }));
    let a = thread::spawn(quiet);
    let b = thread::spawn(quiet);
    a.join().unwrap();
    b.join().unwrap();
    let _ = panic::catch_unwind(|| panic!("y"));
    assert_eq!(N.load(Ordering::SeqCst), 1);
}
