//@ bug: panic
//@ bug: deadlock
//@ source: One thread panics without touching anything shared. That ends the run, but not before the
//@ source: two others could have met in a deadlock.

use std::sync::Mutex;
use std::thread;

static A: Mutex<i32> = Mutex::new(0);
static B: Mutex<i32> = Mutex::new(0);

fn main() {
    let failing = thread::spawn(|| panic!("by itself"));
    let forth = thread::spawn(|| {
        let _a = A.lock().unwrap();
        let _b = B.lock().unwrap();
    });
    let back = thread::spawn(|| {
        let _b = B.lock().unwrap();
        let _a = A.lock().unwrap();
    });
    let _ = failing.join();
    let _ = forth.join();
    let _ = back.join();
}
