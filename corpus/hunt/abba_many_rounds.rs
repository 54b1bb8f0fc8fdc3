//@ bug: deadlock
//@ first-bug-executions: 2
//@ source: opposite order, behind a few innocent rounds of each lock alone

use std::sync::{Arc, Mutex};
use std::thread;

const ROUNDS: usize = 5;

fn busy(lock: &Mutex<usize>) {
    for _ in 0..ROUNDS {
        *lock.lock().unwrap() += 1;
    }
}

fn main() {
    let a = Arc::new(Mutex::new(0));
    let b = Arc::new(Mutex::new(0));

    let first = {
        let (a, b) = (a.clone(), b.clone());
        thread::spawn(move || {
            busy(&a);
            busy(&b);
            let ga = a.lock().unwrap();
            let gb = b.lock().unwrap();
            *ga + *gb
        })
    };
    let second = {
        let (a, b) = (a.clone(), b.clone());
        thread::spawn(move || {
            busy(&b);
            busy(&a);
            let gb = b.lock().unwrap();
            let ga = a.lock().unwrap();
            *ga + *gb
        })
    };
    first.join().unwrap();
    second.join().unwrap();
}
