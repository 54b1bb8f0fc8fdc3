//@ bug: deadlock
//@ source: one wake-up for two waiting threads

use atomic_wait::{wait, wake_one};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static GATE: AtomicU32 = AtomicU32::new(0);

fn main() {
    let waiters: Vec<_> = (0..2)
        .map(|_| {
            thread::spawn(|| {
                while GATE.load(Ordering::SeqCst) == 0 {
                    wait(&GATE, 0);
                }
            })
        })
        .collect();
    GATE.store(1, Ordering::SeqCst);
    wake_one(&GATE);
    for waiter in waiters {
        waiter.join().unwrap();
    }
}
