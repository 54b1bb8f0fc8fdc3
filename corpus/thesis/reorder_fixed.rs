//@ no-bug
//@ source: `reorder` with both fields behind one lock.

use std::sync::{Arc, Mutex};
use std::thread;

const SETTERS: usize = 2;
const CHECKERS: usize = 2;

#[derive(Default)]
struct Pair {
    a: i32,
    b: i32,
}

#[derive(Default)]
struct SetCheck {
    pair: Mutex<Pair>,
}

impl SetCheck {
    fn set(&self) {
        let mut pair = self.pair.lock().unwrap();
        pair.a = 1;
        pair.b = -1;
    }

    fn check(&self) -> bool {
        let pair = self.pair.lock().unwrap();
        (pair.a == 0 && pair.b == 0) || (pair.a == 1 && pair.b == -1)
    }
}

fn main() {
    let sc = Arc::new(SetCheck::default());
    let mut threads = Vec::new();
    for _ in 0..SETTERS {
        let sc = Arc::clone(&sc);
        threads.push(thread::spawn(move || sc.set()));
    }
    for _ in 0..CHECKERS {
        let sc = Arc::clone(&sc);
        threads.push(thread::spawn(move || {
            if !sc.check() {
                panic!("a mix of old and new");
            }
        }));
    }
    for t in threads {
        t.join().unwrap();
    }
}
