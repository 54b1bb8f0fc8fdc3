//@ bug: data-race
//@ bug: panic
//@ source: what a thread does before its first operation runs as part of the step that spawns it: that step
//@ source: is what the other thread races with, and must be seen later, too

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);
static mut VALUE: i32 = 0;

fn main() {
    let reader = thread::spawn(|| {
        READY.store(true, Ordering::SeqCst);
        assert_ne!(unsafe { VALUE }, 0);
    });
    let writer = thread::spawn(|| unsafe { VALUE = 1 });
    let _ = reader.join();
    let _ = writer.join();
}
