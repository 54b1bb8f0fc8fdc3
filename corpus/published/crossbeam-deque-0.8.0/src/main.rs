//! crossbeam-deque 0.8.0, RUSTSEC-2021-0093. A thief that takes several tasks one by one does not see
//! that the worker has moved them to another buffer meanwhile: tasks are done twice and others never.

//@ bug: panic
//@ args: --from-source crossbeam-deque

#![forbid(unsafe_code)]

use crossbeam_deque::{Steal, Worker};
use std::thread;

fn main() {
    let tasks = Worker::new_lifo();
    for task in 0..65 {
        tasks.push(task);
    }
    let stealer = tasks.stealer();
    let mut done = Vec::new();
    while done.len() < 60 {
        done.extend(stealer.steal().success());
    }
    let thief = thread::spawn(move || {
        let stolen = Worker::new_lifo();
        while let Steal::Retry = stealer.steal_batch(&stolen) {}
        std::iter::from_fn(|| stolen.pop()).collect::<Vec<u32>>()
    });
    done.extend((0..4).filter_map(|_| tasks.pop()));
    tasks.push(65);
    tasks.push(66);
    done.extend(thief.join().unwrap());
    done.extend(std::iter::from_fn(|| tasks.pop()));
    done.sort();
    assert_eq!(done, (0..67).collect::<Vec<_>>());
}
