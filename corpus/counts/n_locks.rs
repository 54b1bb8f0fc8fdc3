//@ no-bug
//@ executions: 24
//@ formula: N!
//@ counts: N=2: 2, N=3: 6, N=4: 24, N=5: 120
//@ source: N threads take one lock and add one

use std::sync::Mutex;
use std::thread;

const N: usize = 4;

fn main() {
    let counter = Mutex::new(0);
    thread::scope(|s| {
        for _ in 0..N {
            s.spawn(|| *counter.lock().unwrap() += 1);
        }
    });
}
