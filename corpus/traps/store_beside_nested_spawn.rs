//@ bug: panic
//@ message: "first"
//@ source: the conflicting step is that of a thread which another thread has yet to spawn
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

static CLAIMED: AtomicU32 = AtomicU32::new(0);

fn main() {
    let outer = thread::spawn(|| {
        let inner = thread::spawn(|| CLAIMED.fetch_add(1, SeqCst));
        inner.join().unwrap()
    });
    assert!(
        CLAIMED.compare_exchange(0, 1, SeqCst, SeqCst).is_ok(),
        "the inner thread was first"
    );
    outer.join().unwrap();
}
