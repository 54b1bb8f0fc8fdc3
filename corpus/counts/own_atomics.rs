//@ no-bug
//@ executions: 1
//@ formula: 1
//@ counts: N=2: 1, N=4: 1, N=20: 1
//@ source: N threads each write an atomic of their own

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;

const N: usize = 4;

fn main() {
    let flags: Arc<Vec<AtomicBool>> = Arc::new((0..N).map(|_| AtomicBool::new(false)).collect());
    let mut threads = Vec::new();
    for i in 0..N {
        let flags = Arc::clone(&flags);
        threads.push(thread::spawn(move || flags[i].store(true, SeqCst)));
    }
    for t in threads {
        t.join().unwrap();
    }
}
