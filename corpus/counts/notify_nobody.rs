//@ no-bug
//@ executions: 1
//@ source: a notification that nobody waits for commutes with others

use std::sync::Condvar;
use std::thread;

const N: usize = 4;

fn main() {
    let condvar = Condvar::new();
    thread::scope(|s| {
        for _ in 0..N {
            s.spawn(|| {
                condvar.notify_one();
                condvar.notify_all();
            });
        }
    });
}
