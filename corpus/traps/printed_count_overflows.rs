//@ bug: panic
//! What is only printed tells no thread from another, but a count that is printed can overflow: here, if the last
//! worker does most of the jobs.

use std::sync::{Arc, Mutex};
use std::thread;

const JOBS: i32 = 4;

fn main() {
    let left = Arc::new(Mutex::new(JOBS));
    let workers: Vec<_> = (0..3)
        .map(|id| {
            let left = Arc::clone(&left);
            thread::spawn(move || {
                let mut done = if id == 2 { i32::MAX - 2 } else { 0 };
                loop {
                    let mut jobs = left.lock().unwrap();
                    if *jobs == 0 {
                        break;
                    }
                    *jobs -= 1;
                    drop(jobs);
                    done += 1;
                    println!("worker {id}: {done}");
                }
            })
        })
        .collect();
    for worker in workers {
        worker.join().unwrap();
    }
}
