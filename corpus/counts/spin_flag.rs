//@ no-bug
//@ executions: 1
//@ formula: 1
//@ counts: N=1: 1, N=2: 1, N=5: 1
//@ source: N threads wait for a flag: looking in vain is no difference

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;

const N: usize = 2;

fn main() {
    let ready = AtomicBool::new(false);
    let value = AtomicU32::new(0);
    thread::scope(|s| {
        for _ in 0..N {
            s.spawn(|| {
                while !ready.load(Ordering::Acquire) {
                    std::hint::spin_loop();
                }
                assert_eq!(value.load(Ordering::Relaxed), 7);
            });
        }
        value.store(7, Ordering::Relaxed);
        ready.store(true, Ordering::Release);
    });
}
