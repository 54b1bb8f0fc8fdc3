//@ no-bug
//@ source: Rosetta Code style: five philosophers, the last one left-handed, channels report who ate

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

struct Philosopher {
    name: String,
    left: usize,
    right: usize,
    done: Sender<String>,
}

impl Philosopher {
    fn new(name: &str, left: usize, right: usize, done: &Sender<String>) -> Philosopher {
        Philosopher { name: name.to_string(), left, right, done: done.clone() }
    }

    fn eat(&self, table: &Table) {
        let _left = table.forks[self.left].lock().unwrap();
        let _right = table.forks[self.right].lock().unwrap();
        self.done.send(self.name.clone()).unwrap();
    }
}

struct Table {
    forks: Vec<Mutex<()>>,
}

fn main() {
    let table = Arc::new(Table { forks: (0..3).map(|_| Mutex::new(())).collect() });
    let (tx, rx) = channel();
    let philosophers = vec![
        Philosopher::new("Turing", 0, 1, &tx),
        Philosopher::new("Laozi", 1, 2, &tx),
        Philosopher::new("Marx", 0, 2, &tx),
    ];
    drop(tx);
    let handles: Vec<_> = philosophers
        .into_iter()
        .map(|p| {
            let table = table.clone();
            thread::spawn(move || p.eat(&table))
        })
        .collect();
    for h in handles {
        h.join().unwrap();
    }
    let mut names: Vec<String> = rx.iter().collect();
    names.sort();
    println!("{}", names.join(" "));
}
