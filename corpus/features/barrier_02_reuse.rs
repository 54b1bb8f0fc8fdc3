//@ no-bug

use std::sync::{Barrier, Mutex};
use std::thread;

fn main() {
    let barrier = Barrier::new(2);
    let log = Mutex::new(Vec::new());
    thread::scope(|s| {
        s.spawn(|| {
            for round in 0..2 {
                barrier.wait();
                log.lock().unwrap().push(round);
                barrier.wait();
            }
        });
        for round in 0..2 {
            barrier.wait();
            barrier.wait();
            assert_eq!(log.lock().unwrap().len(), round + 1);
        }
    });
    println!("{:?}", log.into_inner().unwrap());
}
