//@ bug: livelock
//@ source: both raise their flags and wait for the other to lower its own

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;

fn enter(flags: &[AtomicBool; 2], me: usize) {
    flags[me].store(true, SeqCst);
    while flags[1 - me].load(SeqCst) {
        std::hint::spin_loop();
    }
    flags[me].store(false, SeqCst);
}

fn main() {
    let flags: Arc<[AtomicBool; 2]> = Arc::default();
    let f = Arc::clone(&flags);
    let t = thread::spawn(move || enter(&f, 0));
    enter(&flags, 1);
    t.join().unwrap();
}
