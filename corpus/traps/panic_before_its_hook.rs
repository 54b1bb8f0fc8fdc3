//! A panic that comes before another thread has set the hook runs none.
//@ bug: panic

use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
static FLAG: AtomicBool = AtomicBool::new(false);
fn main() {
    let t1 = thread::spawn(|| {
        panic::set_hook(Box::new(|_| FLAG.store(true, Ordering::SeqCst)));
    });
    let t2 = thread::spawn(|| {
        let _ = panic::catch_unwind(|| panic!("x"));
    });
    t1.join().unwrap();
    t2.join().unwrap();
    assert!(FLAG.load(Ordering::SeqCst));
}
