//@ bug: livelock
//@ outcomes: 4
//@ source: found by random programs; who has gone round the second loop once stands there with the same count as who
//@ source: went round the first one: a search over stored states took one for the other, and did not see the count of 2
use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::thread;

static STATE: AtomicI32 = AtomicI32::new(0);

fn main() {
    let worker = thread::spawn(|| {
        STATE.store(1, SeqCst);
        STATE.store(0, SeqCst);
    });
    let watcher = thread::spawn(|| {
        let mut rounds = 0;
        while STATE.load(SeqCst) != 1 {
            rounds += 1;
        }
        while STATE.load(SeqCst) != 0 {
            rounds += 1;
        }
        rounds
    });
    worker.join().unwrap();
    println!("{}", watcher.join().unwrap());
}
