//@ no-bug
// Two threads hand a turn to each other until a sleeper stops them.

use std::sync::atomic::{Ordering::SeqCst, *};
use std::{thread, time::Duration};

static T: AtomicU8 = AtomicU8::new(0);
static STOP: AtomicBool = AtomicBool::new(false);

fn main() {
    let h = [0u8, 1].map(|i| {
        thread::spawn(move || {
            while !STOP.load(SeqCst) {
                if T.load(SeqCst) == i {
                    T.store(1 - i, SeqCst);
                }
            }
        })
    });
    thread::sleep(Duration::from_millis(10));
    STOP.store(true, SeqCst);
    for x in h {
        x.join().unwrap()
    }
}
