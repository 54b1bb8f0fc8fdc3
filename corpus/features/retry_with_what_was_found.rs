//@ no-bug
//@ source: what an inner loop found and gives away is no count: seize retries a compare-exchange so
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;
static HEAD: AtomicUsize = AtomicUsize::new(1);
static EPOCH: AtomicUsize = AtomicUsize::new(1);
fn protect() -> usize {
    loop {
        let p = HEAD.load(SeqCst);
        if EPOCH.load(SeqCst) == 1 {
            return p;
        }
    }
}
fn main() {
    let a = thread::spawn(|| HEAD.store(2, SeqCst));
    loop {
        let h = protect();
        if HEAD.compare_exchange(h, 3, SeqCst, SeqCst).is_ok() {
            break;
        }
    }
    a.join().unwrap();
}
