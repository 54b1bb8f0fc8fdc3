//@ bug: deadlock
//@ first-bug-executions: 10
//@ source: Chen 2009, kernel program `diningphilosopher`: five philosophers, each takes the
//@ source: right fork, then the left one.

use std::sync::{Arc, Mutex};
use std::thread;

const N: usize = 5;

struct Fork(Mutex<()>);

fn dine(right: &Fork, left: &Fork) {
    let _right = right.0.lock().unwrap();
    let _left = left.0.lock().unwrap();
}

fn main() {
    let forks: Vec<Arc<Fork>> = (0..N).map(|_| Arc::new(Fork(Mutex::new(())))).collect();
    let mut philosophers = Vec::new();
    for i in 0..N {
        let right = Arc::clone(&forks[(i + N - 1) % N]);
        let left = Arc::clone(&forks[i]);
        philosophers.push(thread::spawn(move || dine(&right, &left)));
    }
    for p in philosophers {
        p.join().unwrap();
    }
}
