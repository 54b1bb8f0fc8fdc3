//@ no-bug
//@ source: two lights that blink by themselves, and somebody who waits until both are on
//! Who has seen that one is on looks at the other one, which only then makes a difference.
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

fn blink(light: Arc<AtomicBool>) {
    thread::spawn(move || {
        loop {
            light.store(true, SeqCst);
            light.store(false, SeqCst);
        }
    });
}

fn main() {
    let lights = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
    for light in &lights {
        blink(Arc::clone(light));
    }
    loop {
        if lights[0].load(SeqCst) && lights[1].load(SeqCst) {
            break;
        }
        thread::yield_now();
    }
}
