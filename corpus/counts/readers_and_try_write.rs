//@ no-bug
//@ executions: 9
//@ formula: 3^N
//@ counts: N=1: 3, N=3: 27, N=4: 81
//@ source: each reader is there before, during or after the attempt to write, and readers commute
//@ outcomes: 2

use std::sync::RwLock;
use std::thread;

const N: usize = 2;

fn main() {
    let lock = RwLock::new(0);
    let writes = thread::scope(|s| {
        for _ in 0..N {
            s.spawn(|| assert_eq!(*lock.read().unwrap() % 2, 0));
        }
        s.spawn(|| lock.try_write().map(|mut value| *value += 2).is_ok())
            .join()
            .unwrap()
    });
    println!("{writes}");
}
