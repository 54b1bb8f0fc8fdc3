//@ no-bug
//@ executions: 600
//@ counts: N=2: 18, N=3: 90, N=4: 600, N=5: 5160
//@ source: N readers of x, N threads that store y, and one each of r and s of
//@ source: `popl14_example`

use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::thread;

const N: usize = 4;

static X: AtomicI32 = AtomicI32::new(0);
static Y: AtomicI32 = AtomicI32::new(0);
static Z: AtomicI32 = AtomicI32::new(0);

fn main() {
    let mut threads = Vec::new();
    for _ in 0..N {
        threads.push(thread::spawn(|| {
            X.load(SeqCst);
        }));
    }
    for _ in 0..N {
        threads.push(thread::spawn(|| Y.store(1, SeqCst)));
    }
    threads.push(thread::spawn(|| {
        if Y.load(SeqCst) == 0 {
            Z.store(1, SeqCst);
        }
    }));
    threads.push(thread::spawn(|| {
        if Z.load(SeqCst) == 1 && Y.load(SeqCst) == 0 {
            X.store(2, SeqCst);
        }
    }));
    for t in threads {
        t.join().unwrap();
    }
}
