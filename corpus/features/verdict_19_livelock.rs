//@ bug: livelock
//@ source: two threads wait, spinning, each for the other to go first

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

static A: AtomicBool = AtomicBool::new(false);
static B: AtomicBool = AtomicBool::new(false);

fn main() {
    let t = thread::spawn(|| {
        A.store(true, SeqCst);
        while B.load(SeqCst) {
            std::hint::spin_loop();
        }
    });
    B.store(true, SeqCst);
    while A.load(SeqCst) {
        thread::yield_now();
    }
    t.join().unwrap();
}
