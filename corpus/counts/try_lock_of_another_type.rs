//@ no-bug
//@ executions: 6
//@ formula: N!
//@ counts: N=2: 2, N=4: 24
//@ source: a try_lock sees when locks around its own type are released, not when others are

use std::sync::Mutex;
use std::thread;

const N: usize = 3;

fn main() {
    let counter = Mutex::new(0);
    let other = Mutex::new("tried");
    thread::scope(|s| {
        for _ in 0..N {
            s.spawn(|| *counter.lock().unwrap() += 1);
        }
    });
    assert!(other.try_lock().is_ok());
    assert_eq!(counter.into_inner().unwrap(), N);
}
