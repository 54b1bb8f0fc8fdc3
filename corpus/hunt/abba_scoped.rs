//@ bug: deadlock
//@ first-bug-executions: 2
//@ source: two local locks, borrowed by scoped threads, taken in opposite order

use std::sync::Mutex;
use std::thread;

fn main() {
    let left = Mutex::new(vec![1, 2, 3]);
    let right = Mutex::new(Vec::new());
    thread::scope(|s| {
        s.spawn(|| {
            let mut from = left.lock().unwrap();
            let mut to = right.lock().unwrap();
            to.append(&mut from);
        });
        s.spawn(|| {
            let mut from = right.lock().unwrap();
            let mut to = left.lock().unwrap();
            to.append(&mut from);
        });
    });
}
