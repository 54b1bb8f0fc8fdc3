//@ no-bug
//@ source: the token comes before what it tells of, and is taken in vain; but the end of the scope's last thread wakes its
//@ source: owner once more, in std's implementation
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

fn main() {
    let (flag, main) = (AtomicBool::new(false), thread::current());
    thread::scope(|s| {
        s.spawn(|| {
            main.unpark();
            flag.store(true, SeqCst);
        });
        while !flag.load(SeqCst) {
            thread::park();
        }
    });
}
