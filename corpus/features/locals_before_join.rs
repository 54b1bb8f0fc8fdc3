//@ no-bug
//@ source: a join waits for the thread's thread-locals, in a scope too
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
        let handles = [(); 2].map(|()| s.spawn(|| LOCAL.with(|_| ())));
        handles.map(|handle| handle.join().unwrap());
    });
    assert_eq!(TOTAL.load(SeqCst), 2);
    let handle = thread::spawn(|| LOCAL.with(|_| ()));
    while !handle.is_finished() {
        thread::yield_now();
    }
    handle.join().unwrap();
    assert_eq!(TOTAL.load(SeqCst), 3);
}
