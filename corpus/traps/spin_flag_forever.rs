//@ bug: livelock
//@ source: a spin loop whose flag nobody sets

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

static FLAG: AtomicBool = AtomicBool::new(false);
static OTHER: AtomicBool = AtomicBool::new(false);

fn main() {
    let t = thread::spawn(|| OTHER.store(true, SeqCst));
    while !FLAG.load(SeqCst) {}
    t.join().unwrap();
}
