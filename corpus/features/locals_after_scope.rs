//@ bug: panic
//@ message: "the scope has ended"
//@ source: a scope waits for its threads to let go of their results, and not for their thread-locals
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

static TOTAL: AtomicU32 = AtomicU32::new(0);

struct Local;
impl Drop for Local {
    fn drop(&mut self) {
        TOTAL.fetch_add(1, SeqCst);
    }
}

thread_local!(static LOCAL: Local = const { Local });

fn main() {
    thread::scope(|s| {
        s.spawn(|| LOCAL.with(|_| ()));
    });
    assert_eq!(TOTAL.load(SeqCst), 1, "the scope has ended");
}
