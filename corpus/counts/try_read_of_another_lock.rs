//@ no-bug
//@ executions: 1
//@ source: readers of one lock commute, whoever tries to read another one around the same type and nobody writes

use std::sync::RwLock;
use std::thread;

const N: usize = 3;

fn main() {
    let lock = RwLock::new(0);
    let other = RwLock::new(1);
    thread::scope(|s| {
        for _ in 0..N {
            s.spawn(|| {
                for _ in 0..3 {
                    assert_eq!(*lock.read().unwrap(), 0);
                }
            });
        }
    });
    assert!(other.try_read().is_ok());
}
