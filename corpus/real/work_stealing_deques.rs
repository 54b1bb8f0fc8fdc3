//@ no-bug
//@ source: workers with a queue each, that steal from the other when theirs is empty

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::thread;

type Task = u32;

#[derive(Clone)]
struct Worker {
    local: Arc<Mutex<VecDeque<Task>>>,
    victim: Arc<Mutex<VecDeque<Task>>>,
}

impl Worker {
    fn next(&self) -> Option<Task> {
        let own = self.local.lock().unwrap().pop_back();
        own.or_else(|| self.victim.lock().unwrap().pop_front())
    }

    fn run(self) -> u32 {
        let mut sum = 0;
        while let Some(task) = self.next() {
            sum += task;
        }
        sum
    }
}

fn main() {
    let a = Arc::new(Mutex::new(VecDeque::from([1, 2])));
    let b = Arc::new(Mutex::new(VecDeque::new()));
    let first = Worker { local: a.clone(), victim: b.clone() };
    let second = Worker { local: b, victim: a };
    let t = thread::spawn(move || first.run());
    let sum = second.run() + t.join().unwrap();
    println!("{sum}");
}
