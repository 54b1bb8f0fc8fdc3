//@ no-bug
//@ executions: 120
//@ formula: N!
//@ counts: N=3: 6, N=5: 120, N=6: 720, N=7: 5040
//@ source: as `ainc`, with a lock around a plain counter

use std::sync::{Arc, Mutex};
use std::thread;

const N: usize = 5;

fn main() {
    let x = Arc::new(Mutex::new(0));
    let mut threads = vec![];
    for _ in 0..N {
        let x = Arc::clone(&x);
        threads.push(thread::spawn(move || {
            let mut x = x.lock().unwrap();
            *x += 1;
        }));
    }
    for t in threads {
        t.join().unwrap();
    }
}
