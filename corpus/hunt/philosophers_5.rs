//@ bug: deadlock
//@ first-bug-executions: 2
//@ source: five dining philosophers around a table, two meals each

use std::sync::{Arc, Mutex};
use std::thread;

const N: usize = 5;
const MEALS: usize = 2;

struct Table {
    forks: Vec<Mutex<()>>,
}

impl Table {
    fn new(seats: usize) -> Table {
        let mut forks = Vec::with_capacity(seats);
        forks.resize_with(seats, || Mutex::new(()));
        Table { forks }
    }

    fn eat(&self, seat: usize) {
        let _left = self.forks[seat].lock().unwrap();
        let _right = self.forks[(seat + 1) % self.forks.len()].lock().unwrap();
    }
}

fn main() {
    let table = Arc::new(Table::new(N));
    let threads: Vec<_> = (0..N)
        .map(|seat| {
            let table = Arc::clone(&table);
            thread::spawn(move || {
                for _ in 0..MEALS {
                    table.eat(seat);
                }
            })
        })
        .collect();
    for t in threads {
        t.join().unwrap();
    }
}
