//@ bug: panic
//@ message: "park returned before unpark"
//@ source: the last thread of a scope wakes its owner, and a later park returns at once if that did not wait
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

static FLAG: AtomicBool = AtomicBool::new(false);

fn main() {
    thread::scope(|s| {
        s.spawn(|| ()).join().unwrap();
    });
    let main = thread::current();
    let other = thread::spawn(move || {
        FLAG.store(true, SeqCst);
        main.unpark();
    });
    thread::park();
    assert!(FLAG.load(SeqCst), "park returned before unpark");
    other.join().unwrap();
}
