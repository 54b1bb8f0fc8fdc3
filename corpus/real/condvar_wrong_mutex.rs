//@ bug: deadlock
//@ source: bug study: the waiter checks the state under one mutex and waits with another

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

#[derive(Default)]
struct Shared {
    ready: Mutex<bool>,
    wait_lock: Mutex<()>,
    changed: Condvar,
}

fn main() {
    let shared = Arc::new(Shared::default());
    let s = Arc::clone(&shared);
    let setter = thread::spawn(move || {
        *s.ready.lock().unwrap() = true;
        s.changed.notify_all();
    });
    while !*shared.ready.lock().unwrap() {
        let guard = shared.wait_lock.lock().unwrap();
        let _guard = shared.changed.wait(guard).unwrap();
    }
    setter.join().unwrap();
    println!("ready");
}
