//@ bug: data-race
//! Two threads count under a mutex, and one of them counts once more when it has given the mutex back. When it is last
//! to take it, the mutex orders that addition after the other's. So it is a race only the other way round, though which
//! of two goes first that only count makes no other difference.

use std::sync::Mutex;
use std::thread;

static ALONE: Mutex<()> = Mutex::new(());
static mut COUNT: u32 = 0;

fn add() {
    let alone = ALONE.lock().unwrap();
    unsafe { COUNT += 1 };
    drop(alone);
}

fn main() {
    let hasty = thread::spawn(|| {
        add();
        unsafe { COUNT += 1 };
    });
    add();
    hasty.join().unwrap();
}
