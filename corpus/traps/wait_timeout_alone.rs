//@ no-bug
//@ source: a timed wait that nobody notifies ends by itself

use std::sync::{Condvar, Mutex};
use std::time::Duration;

fn main() {
    let m = Mutex::new(0);
    let cv = Condvar::new();
    let guard = m.lock().unwrap();
    let (guard, _) = cv.wait_timeout(guard, Duration::from_millis(10)).unwrap();
    println!("{}", *guard);
}
