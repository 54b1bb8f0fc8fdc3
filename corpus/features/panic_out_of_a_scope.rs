//@ no-bug
//@ source: a panic gets out of a scope when all of its threads have ended
use std::panic;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

fn main() {
    let done = AtomicU32::new(0);
    let r = panic::catch_unwind(|| {
        thread::scope(|s| {
            s.spawn(|| done.fetch_add(1, SeqCst));
            panic!("out");
        })
    });
    // All threads of the scope have ended before the panic gets out of it.
    assert_eq!(done.load(SeqCst), 1);
    assert_eq!(*r.unwrap_err().downcast::<&str>().unwrap(), "out");
}
