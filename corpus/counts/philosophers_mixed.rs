//@ no-bug
//@ executions: 14
//@ formula: 2^N - 2
//@ counts: N=3: 6, N=4: 14, N=5: 30
//@ source: N philosophers with two forks each, one of them right-handed

use std::sync::Mutex;
use std::thread;

const N: usize = 4;

struct Philosopher<'a> {
    first: &'a Mutex<()>,
    second: &'a Mutex<()>,
}

impl Philosopher<'_> {
    fn dine(&self) {
        let _first = self.first.lock().unwrap();
        let _second = self.second.lock().unwrap();
    }
}

fn main() {
    let forks: Vec<Mutex<()>> = (0..N).map(|_| Mutex::new(())).collect();
    thread::scope(|s| {
        for i in 0..N {
            let (left, right) = (&forks[i], &forks[(i + 1) % N]);
            let philosopher = if i == N - 1 {
                Philosopher { first: right, second: left }
            } else {
                Philosopher { first: left, second: right }
            };
            s.spawn(move || philosopher.dine());
        }
    });
}
