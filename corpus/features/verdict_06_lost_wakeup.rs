//@ bug: deadlock
//@ source: the condition is not looked at before waiting

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

fn main() {
    let pair = Arc::new((Mutex::new(()), Condvar::new()));
    let p = Arc::clone(&pair);
    let t = thread::spawn(move || p.1.notify_one());
    let guard = pair.0.lock().unwrap();
    let _guard = pair.1.wait(guard).unwrap();
    t.join().unwrap();
}
