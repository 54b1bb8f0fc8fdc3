//@ bug: deadlock
//@ first-bug-executions: 2
//@ source: three dining philosophers, forks in a Vec of Arcs

use std::sync::{Arc, Mutex};
use std::thread;

const N: usize = 3;

struct Philosopher {
    name: String,
    left: Arc<Mutex<()>>,
    right: Arc<Mutex<()>>,
}

impl Philosopher {
    fn eat(&self) -> usize {
        let _left = self.left.lock().unwrap();
        let _right = self.right.lock().unwrap();
        self.name.len()
    }
}

fn main() {
    let forks: Vec<_> = (0..N).map(|_| Arc::new(Mutex::new(()))).collect();
    let handles: Vec<_> = ["Baruch", "Gilles", "Karl"]
        .iter()
        .enumerate()
        .map(|(i, name)| Philosopher {
            name: name.to_string(),
            left: forks[i].clone(),
            right: forks[(i + 1) % N].clone(),
        })
        .map(|p| thread::spawn(move || p.eat()))
        .collect();
    for handle in handles {
        handle.join().unwrap();
    }
}
