//@ no-bug
//@ executions: 6
//@ formula: N!
//@ counts: N=2: 2, N=4: 24
//@ source: whether a lock is poisoned does not tell when it is released

use std::sync::Mutex;
use std::thread;

const N: usize = 3;

fn main() {
    let counter = Mutex::new(0);
    thread::scope(|s| {
        for _ in 0..N {
            s.spawn(|| *counter.lock().unwrap() += 1);
        }
    });
    assert!(!counter.is_poisoned());
    assert_eq!(counter.into_inner().unwrap(), N);
}
