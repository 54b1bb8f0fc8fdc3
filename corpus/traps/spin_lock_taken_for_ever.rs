//@ bug: livelock
//@ outcomes: 2
//@ source: as with a lock, where the thread that can never move spins

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

static TAKEN: AtomicBool = AtomicBool::new(false);

fn main() {
    let holder = thread::spawn(|| TAKEN.store(true, SeqCst));
    let parent = thread::spawn(|| {
        let child = thread::spawn(|| {
            while TAKEN.compare_exchange(false, true, SeqCst, SeqCst).is_err() {}
            TAKEN.store(false, SeqCst);
        });
        child.join().unwrap();
    });
    holder.join().unwrap();
    parent.join().unwrap();
}
