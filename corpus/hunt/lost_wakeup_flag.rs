//@ bug: deadlock
//@ first-bug-executions: 3
//@ source: the flag is tested before the lock is taken, so that the notification can be lost

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

#[derive(Default)]
struct Event {
    set: AtomicBool,
    lock: Mutex<()>,
    happened: Condvar,
}

fn main() {
    let event = Arc::new(Event::default());
    let e = Arc::clone(&event);
    let waiter = thread::spawn(move || {
        if !e.set.load(SeqCst) {
            let guard = e.lock.lock().unwrap();
            drop(e.happened.wait(guard).unwrap());
        }
    });
    event.set.store(true, SeqCst);
    event.happened.notify_one();
    waiter.join().unwrap();
}
