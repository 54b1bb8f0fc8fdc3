//@ bug: deadlock
//@ first-bug-executions: 2
//@ source: a cycle of three locks and three threads, with the locks in an array

use std::sync::{Arc, Mutex};
use std::thread;

type Locks = [Mutex<u8>; 3];

fn pair(locks: &Locks, first: usize, second: usize) -> u8 {
    let x = locks[first].lock().unwrap();
    let y = locks[second].lock().unwrap();
    *x + *y
}

fn main() {
    let locks: Arc<Locks> = Arc::new([Mutex::new(1), Mutex::new(2), Mutex::new(3)]);
    let handles: Vec<_> = [(0, 1), (1, 2), (2, 0)]
        .into_iter()
        .map(|(first, second)| {
            let locks = Arc::clone(&locks);
            thread::spawn(move || pair(&locks, first, second))
        })
        .collect();
    let sum: u8 = handles.into_iter().map(|h| h.join().unwrap()).sum();
    assert_eq!(sum, 12);
}
