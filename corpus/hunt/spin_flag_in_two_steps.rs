//@ bug: panic

// The orders that matter are those of the looks at the flag, not those of the counts behind it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::thread;

fn lock(taken: &AtomicBool) {
    while taken.load(SeqCst) {
        std::hint::spin_loop();
    }
    taken.store(true, SeqCst);
}

fn main() {
    let (taken, inside) = (AtomicBool::new(false), AtomicUsize::new(0));
    thread::scope(|s| {
        for _ in 0..2 {
            s.spawn(|| {
                lock(&taken);
                assert_eq!(inside.fetch_add(1, SeqCst), 0, "mutual exclusion");
                inside.fetch_sub(1, SeqCst);
                taken.store(false, SeqCst);
            });
        }
    });
}
