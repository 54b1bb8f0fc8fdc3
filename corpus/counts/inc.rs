//@ no-bug
//@ executions: 36
//@ formula: (N!)^2
//@ counts: N=2: 4, N=3: 36, N=4: 576
//@ source: N threads load x and then store a new value

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;

const N: usize = 3;

fn main() {
    let x = Arc::new(AtomicUsize::new(0));
    let threads: Vec<_> = (0..N)
        .map(|i| {
            let x = Arc::clone(&x);
            thread::spawn(move || {
                let r = x.load(SeqCst);
                x.store(r + (1 << i), SeqCst);
            })
        })
        .collect();
    for t in threads {
        t.join().unwrap();
    }
}
