//@ bug: deadlock
//@ first-bug-executions: 10
//@ source: Chen 2009, kernel program `deadlock.d2`: two identical threads get the same two
//@ source: locks in opposite order.

use std::sync::{Arc, Mutex};
use std::thread;

struct Lock(Mutex<()>);

struct Process {
    first: Arc<Lock>,
    second: Arc<Lock>,
}

impl Process {
    fn run(&self) {
        let _outer = self.first.0.lock().unwrap();
        let _inner = self.second.0.lock().unwrap();
    }
}

fn main() {
    let a = Arc::new(Lock(Mutex::new(())));
    let b = Arc::new(Lock(Mutex::new(())));
    let p1 = Process { first: Arc::clone(&a), second: Arc::clone(&b) };
    let p2 = Process { first: b, second: a };
    let t1 = thread::spawn(move || p1.run());
    let t2 = thread::spawn(move || p2.run());
    t1.join().unwrap();
    t2.join().unwrap();
}
