//@ no-bug
//@ source: a wait without any time runs out; wait_timeout_while comes to one where all of its time has passed
use std::sync::{Condvar, Mutex};
use std::time::Duration;

fn main() {
    let (mutex, condvar) = (Mutex::new(1), Condvar::new());
    let (guard, result) = condvar.wait_timeout(mutex.lock().unwrap(), Duration::ZERO).unwrap();
    assert!(result.timed_out());
    let (guard, result) = condvar.wait_timeout_while(guard, Duration::ZERO, |value| *value == 1).unwrap();
    assert!(result.timed_out());
    assert_eq!(*guard, 1);
}
