//@ bug: panic
//@ message: "FLUSHED"
//@ source: is_finished tells that the thread has left its result, not that its thread-locals are gone
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

static FLUSHED: AtomicBool = AtomicBool::new(false);

struct Flush;
impl Drop for Flush {
    fn drop(&mut self) {
        FLUSHED.store(true, SeqCst)
    }
}

thread_local!(static FLUSH: Flush = const { Flush });

fn main() {
    let handle = thread::spawn(|| FLUSH.with(|_| ()));
    while !handle.is_finished() {
        thread::yield_now();
    }
    assert!(FLUSHED.load(SeqCst));
}
