//@ bug: deadlock
//@ source: two lazy globals need each other: whoever comes first waits for ever

use once_cell::sync::Lazy;
use std::thread;

static LEFT: Lazy<u32> = Lazy::new(|| 1 + *RIGHT_BASE);
static LEFT_BASE: Lazy<u32> = Lazy::new(|| 10 + RIGHT.checked_sub(1).unwrap_or(0));
static RIGHT: Lazy<u32> = Lazy::new(|| 2 + *LEFT_BASE);
static RIGHT_BASE: Lazy<u32> = Lazy::new(|| 20);

fn main() {
    let left = thread::spawn(|| *LEFT);
    let base = thread::spawn(|| *LEFT_BASE);
    let _ = *RIGHT;
    left.join().unwrap();
    base.join().unwrap();
}
