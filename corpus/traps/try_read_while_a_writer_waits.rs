//@ bug: panic
//@ message: "a reader is let in"
//@ source: new; a lock that readers hold may refuse another one for the sake of a writer that waits, and an attempt
//@ source: to read then fails, as it does natively
use std::sync::RwLock;
use std::thread;

fn main() {
    let total = RwLock::new(5);
    let first = total.read().unwrap();
    thread::scope(|scope| {
        scope.spawn(|| *total.write().unwrap() += 1);
        assert!(total.try_read().is_ok(), "a reader is let in");
        drop(first);
    });
}
