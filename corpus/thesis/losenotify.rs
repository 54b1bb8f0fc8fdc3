//@ bug: deadlock
//@ first-bug-executions: 10
//@ source: Chen 2009, kernel program `losenotify`: the waiter keeps a second lock while it
//@ source: waits; and if the notifier goes first, all its notifications are lost.

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const WAITERS: usize = 1;
const NOTIFIERS: usize = 1;
const ITERATIONS: usize = 12;

#[derive(Default)]
struct Shared {
    monitor: Mutex<()>,
    signal: Condvar,
    object: Mutex<()>,
}

fn waiter(shared: &Shared) {
    let mut monitor = shared.monitor.lock().unwrap();
    for _ in 0..ITERATIONS {
        let _object = shared.object.lock().unwrap();
        monitor = shared.signal.wait(monitor).unwrap();
    }
}

fn notifier(shared: &Shared) {
    let _monitor = shared.monitor.lock().unwrap();
    for _ in 0..ITERATIONS {
        let _object = shared.object.lock().unwrap();
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
