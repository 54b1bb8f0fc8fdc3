//@ no-bug
//@ executions: 30
//@ source: `diningphilosopher` with one philosopher who takes the left fork first.

use std::sync::{Arc, Mutex};
use std::thread;

const N: usize = 5;

struct Fork(Mutex<()>);

fn dine(first: &Fork, second: &Fork) {
    let _first = first.0.lock().unwrap();
    let _second = second.0.lock().unwrap();
}

fn main() {
    let forks: Vec<Arc<Fork>> = (0..N).map(|_| Arc::new(Fork(Mutex::new(())))).collect();
    let mut philosophers = Vec::new();
    for i in 0..N {
        let right = Arc::clone(&forks[(i + N - 1) % N]);
        let left = Arc::clone(&forks[i]);
        philosophers.push(thread::spawn(move || {
            if i == 0 {
                dine(&left, &right)
            } else {
                dine(&right, &left)
            }
        }));
    }
    for p in philosophers {
        p.join().unwrap();
    }
}
