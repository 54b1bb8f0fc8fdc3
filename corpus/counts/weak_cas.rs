//@ no-bug
//@ args: --spurious 1
//@ executions: 8
//@ source: new; two weak compare-exchanges, of which one may fail for no reason
use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::thread;

static A: AtomicI32 = AtomicI32::new(0);
static B: AtomicI32 = AtomicI32::new(0);

fn main() {
    let first = thread::spawn(|| {
        let _ = B.compare_exchange_weak(1, 2, SeqCst, SeqCst);
    });
    let second = thread::spawn(|| {
        A.load(SeqCst);
    });
    let third = thread::spawn(|| {
        let taken = A.compare_exchange_weak(0, 2, SeqCst, SeqCst);
        B.store(taken.is_ok() as i32 + 1, SeqCst);
    });
    first.join().unwrap();
    second.join().unwrap();
    third.join().unwrap();
}
