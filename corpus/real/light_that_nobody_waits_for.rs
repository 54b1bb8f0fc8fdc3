//@ bug: livelock
//@ source: somebody waits for a third colour of a light that has two
//! The light goes on and off for ever. Who looks at the right moment sees it change, and that does not help.
use std::sync::atomic::{AtomicU8, Ordering::SeqCst};
use std::thread;

static LIGHT: AtomicU8 = AtomicU8::new(0);

fn main() {
    thread::spawn(|| {
        loop {
            LIGHT.store(1, SeqCst);
            LIGHT.store(0, SeqCst);
        }
    });
    while LIGHT.load(SeqCst) != 2 {}
}
