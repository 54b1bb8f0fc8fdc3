//@ no-bug

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

#[derive(Default)]
struct Gate {
    arrived: Mutex<usize>,
    all_here: Condvar,
}

fn main() {
    let gate = Arc::new(Gate::default());
    let handles: Vec<_> = (0..2)
        .map(|_| {
            let gate = Arc::clone(&gate);
            thread::spawn(move || {
                *gate.arrived.lock().unwrap() += 1;
                gate.all_here.notify_all();
            })
        })
        .collect();
    let n = gate.all_here.wait_while(gate.arrived.lock().unwrap(), |n| *n < 2).unwrap();
    println!("{}", *n);
    drop(n);
    for h in handles {
        h.join().unwrap();
    }
}
