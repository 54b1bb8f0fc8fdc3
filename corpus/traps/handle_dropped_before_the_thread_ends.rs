//@ no-bug
//@ outcomes: 2
//@ source: new; who drops the result of a thread that nobody joins: its handle's owner, after the thread has ended,
//@ source: or the thread itself, so that it may be done before the main thread looks or not
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static GONE: AtomicBool = AtomicBool::new(false);

struct Result;

impl Drop for Result {
    fn drop(&mut self) {
        GONE.store(true, Ordering::SeqCst);
    }
}

fn main() {
    let handle = thread::spawn(|| Result);
    drop(handle);
    println!("{}", GONE.load(Ordering::SeqCst));
}
