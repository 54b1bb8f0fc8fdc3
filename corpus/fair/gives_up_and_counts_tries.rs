//@ bug: panic
//@ source: new; three tries, each of which leaves something behind, may all come before what they wait for
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);
static TRIES: AtomicUsize = AtomicUsize::new(0);

fn wait_for_a_while() -> bool {
    for _ in 0..3 {
        TRIES.fetch_add(1, Ordering::SeqCst);
        if READY.load(Ordering::SeqCst) {
            return true;
        }
        thread::yield_now();
    }
    false
}

fn main() {
    let worker = thread::spawn(|| READY.store(true, Ordering::SeqCst));
    let found = wait_for_a_while();
    assert!(
        found,
        "gave up after {} tries",
        TRIES.load(Ordering::SeqCst)
    );
    worker.join().unwrap();
}
