//@ no-bug
//@ source: a main function that shows one thing after another, each with threads of its own

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::thread;

fn mutex() {
    let value = Arc::new(Mutex::new(1));
    let workers: Vec<_> = (0..3)
        .map(|i| {
            let value = Arc::clone(&value);
            thread::spawn(move || {
                for _ in 0..2 {
                    let mut value = value.lock().unwrap();
                    *value = *value * 2 + i;
                }
            })
        })
        .collect();
    for worker in workers {
        worker.join().unwrap();
    }
    assert!(*value.lock().unwrap() >= 64);
}

fn atomics() {
    let turns = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let seen = turns.load(Ordering::SeqCst);
                let next = seen + 1;
                let _ = turns.compare_exchange(seen, next, Ordering::SeqCst, Ordering::SeqCst);
            });
        }
    });
    assert!((1..=3).contains(&turns.into_inner()));
}

fn readers() {
    let list = Arc::new(RwLock::new(vec![1]));
    let workers: Vec<_> = (0..3)
        .map(|i| {
            let list = Arc::clone(&list);
            thread::spawn(move || {
                let len = list.read().unwrap().len();
                list.write().unwrap().push(len + i);
            })
        })
        .collect();
    for worker in workers {
        worker.join().unwrap();
    }
    assert_eq!(list.read().unwrap().len(), 4);
}

fn main() {
    mutex();
    atomics();
    readers();
    mutex();
}
