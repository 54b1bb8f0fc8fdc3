//@ no-bug
//@ source: `losenotify` with notifications that are counted, and no second lock held while
//@ source: waiting.

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const WAITERS: usize = 1;
const NOTIFIERS: usize = 1;
const ITERATIONS: usize = 12;

#[derive(Default)]
struct Shared {
    pending: Mutex<usize>,
    signal: Condvar,
    object: Mutex<()>,
}

fn waiter(shared: &Shared) {
    let mut pending = shared.pending.lock().unwrap();
    for _ in 0..ITERATIONS {
        while *pending == 0 {
            pending = shared.signal.wait(pending).unwrap();
        }
        let _object = shared.object.lock().unwrap();
        *pending -= 1;
    }
}

fn notifier(shared: &Shared) {
    let mut pending = shared.pending.lock().unwrap();
    for _ in 0..ITERATIONS {
        let _object = shared.object.lock().unwrap();
        *pending += 1;
        shared.signal.notify_all();
    }
}

fn main() {
    let shared = Arc::new(Shared::default());
    let mut threads = Vec::new();
    for _ in 0..WAITERS {
        let shared = Arc::clone(&shared);
        threads.push(thread::spawn(move || waiter(&shared)));
    }
    for _ in 0..NOTIFIERS {
        let shared = Arc::clone(&shared);
        threads.push(thread::spawn(move || notifier(&shared)));
    }
    for t in threads {
        t.join().unwrap();
    }
}
