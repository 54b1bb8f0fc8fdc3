//@ no-bug
//@ source: critical sections that print, and add to one sum

use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let total = Arc::new(Mutex::new(0u64));
    let workers: Vec<_> = (1..=6u64)
        .map(|id| {
            let total = Arc::clone(&total);
            thread::spawn(move || {
                for round in 0..20 {
                    let mut sum = total.lock().unwrap();
                    println!("worker {id} adds in round {round}");
                    *sum += id;
                    println!("worker {id} is done");
                }
            })
        })
        .collect();
    for worker in workers {
        worker.join().unwrap();
    }
    assert_eq!(*total.lock().unwrap(), 420);
}
