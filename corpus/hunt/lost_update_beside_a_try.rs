//@ bug: panic
//@ source: an update in two critical sections; that somebody may try the lock makes each unlock an operation

use std::sync::Mutex;
use std::thread;

fn add(total: &Mutex<i32>, may_give_up: bool) {
    if may_give_up && total.try_lock().is_err() {
        return;
    }
    // Read in one section, written in another.
    let before = *total.lock().unwrap();
    *total.lock().unwrap() = before + 1;
}

fn main() {
    let total = Mutex::new(0);
    thread::scope(|s| {
        for _ in 0..2 {
            s.spawn(|| add(&total, false));
        }
    });
    assert_eq!(*total.lock().unwrap(), 2);
}
