//@ no-bug
//@ source: a light that blinks for ever, a task that is busy now and then, a handle that is taken and given back: who waits to see it sees it
//! None of them leaves anything behind in a round. What a round changes for a while is there to be seen all the same,
//! so nobody waits for ever.
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

const HALF: Duration = Duration::from_millis(500);

#[derive(Default)]
struct Device {
    light: AtomicBool,
    busy: AtomicU32,
}

fn blink(device: &Device) {
    device.light.store(true, SeqCst);
    thread::sleep(HALF);
    device.light.store(false, SeqCst);
    thread::sleep(HALF);
}

fn work(device: &Device) {
    device.busy.fetch_add(1, SeqCst);
    thread::sleep(HALF);
    device.busy.fetch_sub(1, SeqCst);
    thread::sleep(HALF);
}

fn wait_for(mut seen: impl FnMut() -> bool) {
    for _ in 0..2 {
        while !seen() {
            thread::sleep(Duration::from_millis(100));
        }
        while seen() {
            thread::yield_now();
        }
    }
}

fn main() {
    let device = Arc::new(Device::default());
    let light = Arc::clone(&device);
    thread::spawn(move || {
        loop {
            blink(&light);
        }
    });
    wait_for(|| device.light.load(SeqCst));

    let other = Arc::new(Device::default());
    let worker = Arc::clone(&other);
    thread::spawn(move || {
        loop {
            work(&worker);
        }
    });
    wait_for(|| other.busy.load(SeqCst) > 0);

    let counted = Arc::new(());
    let handle = Arc::downgrade(&counted);
    thread::spawn(move || {
        loop {
            let taken = handle.upgrade();
            thread::sleep(HALF);
            drop(taken);
            thread::sleep(HALF);
        }
    });
    wait_for(|| Arc::strong_count(&counted) > 1);
}
