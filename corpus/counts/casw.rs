//@ no-bug
//@ executions: 66
//@ counts: N=2: 6, N=3: 66, N=4: 1200, N=5: 32880
//@ source: thread i compare_exchanges x from 0 to 1, then stores i + 3

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

const N: usize = 3;

fn main() {
    let x = AtomicUsize::new(0);
    thread::scope(|s| {
        for i in 0..N {
            let x = &x;
            s.spawn(move || {
                let _ = x.compare_exchange(0, 1, SeqCst, SeqCst);
                x.store(i + 3, SeqCst);
            });
        }
    });
}
