//@ bug: deadlock
//@ source: a `main` that calls shuttle's runner; two locks in two orders

use shuttle::scheduler::DfsScheduler;
use shuttle::sync::{Arc, Mutex};
use shuttle::{Config, Runner, thread};

fn main() {
    let runner = Runner::new(DfsScheduler::new(None, false), Config::new());
    runner.run(|| {
        let a = Arc::new(Mutex::new(0));
        let b = Arc::new(Mutex::new(0));
        let (a2, b2) = (a.clone(), b.clone());
        let handle = thread::spawn(move || {
            let _b = b2.lock().unwrap();
            let _a = a2.lock().unwrap();
        });
        let _a = a.lock().unwrap();
        let _b = b.lock().unwrap();
        drop((_a, _b));
        handle.join().unwrap();
    });
}
