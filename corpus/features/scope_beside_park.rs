//@ no-bug
//@ source: who parks in a loop neither minds a token that a scope has left, nor loses one that it has taken
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

fn main() {
    let (flag, main) = (AtomicBool::new(false), thread::current());
    thread::scope(|s| {
        s.spawn(|| {
            flag.store(true, SeqCst);
            main.unpark();
        });
        s.spawn(|| ());
        while !flag.load(SeqCst) {
            thread::park();
        }
    });
    thread::scope(|s| {
        let waiter = s.spawn(|| thread::park());
        waiter.thread().unpark();
    });
}
