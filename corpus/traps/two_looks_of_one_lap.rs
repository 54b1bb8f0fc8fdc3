//@ bug: panic
//@ source: a thread that waits with two looks may see what never held at one moment: before the first store, and after the second

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

static A: AtomicU32 = AtomicU32::new(1);
static B: AtomicU32 = AtomicU32::new(0);

fn main() {
    let waiter = thread::spawn(|| {
        loop {
            let a = A.load(SeqCst);
            if a == 0 {
                continue;
            }
            let b = B.load(SeqCst);
            if b != 0 {
                return (a, b);
            }
        }
    });
    A.store(0, SeqCst);
    B.store(5, SeqCst);
    A.store(2, SeqCst);
    assert_ne!(waiter.join().unwrap(), (1, 5));
}
