//@ bug: panic
//@ message: "second stage"
//@ first-bug-executions: 8
//@ source: SCTBench family twostage: PAIRS threads that update in two stages, one reader each

use std::sync::{Arc, Mutex};
use std::thread;

const PAIRS: usize = 1;

#[derive(Default)]
struct Shared {
    first: Mutex<i32>,
    second: Mutex<i32>,
}

fn update(shared: &Shared) {
    *shared.first.lock().unwrap() = 1;
    let first = *shared.first.lock().unwrap();
    *shared.second.lock().unwrap() = first + 1;
}

fn check(shared: &Shared) {
    let first = *shared.first.lock().unwrap();
    if first == 0 {
        return;
    }
    let second = *shared.second.lock().unwrap();
    assert!(second == first + 1, "the second stage is missing");
}

fn main() {
    let shared = Arc::new(Shared::default());
    let mut threads = Vec::new();
    for _ in 0..PAIRS {
        let s = Arc::clone(&shared);
        threads.push(thread::spawn(move || update(&s)));
        let s = Arc::clone(&shared);
        threads.push(thread::spawn(move || check(&s)));
    }
    for t in threads {
        t.join().unwrap();
    }
}
