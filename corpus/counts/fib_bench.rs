//@ no-bug
//@ executions: 140
//@ counts: N=2: 140, N=3: 1698, N=4: 19605, N=5: 218243
//@ source: two threads add i and j to each other N times, a third checks that they
//@ source: stay below a bound

use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;

const N: usize = 2;

struct Pair {
    i: AtomicU64,
    j: AtomicU64,
}

fn fibonacci(n: usize) -> u64 {
    let (mut a, mut b) = (1, 1);
    for _ in 0..n {
        (a, b) = (b, a + b);
    }
    a
}

fn main() {
    let pair = Arc::new(Pair { i: AtomicU64::new(1), j: AtomicU64::new(1) });

    let p = Arc::clone(&pair);
    let first = thread::spawn(move || {
        for _ in 0..N {
            p.i.store(p.i.load(SeqCst) + p.j.load(SeqCst), SeqCst);
        }
    });

    let p = Arc::clone(&pair);
    let second = thread::spawn(move || {
        for _ in 0..N {
            p.j.store(p.j.load(SeqCst) + p.i.load(SeqCst), SeqCst);
        }
    });

    let p = Arc::clone(&pair);
    let checker = thread::spawn(move || {
        let bound = fibonacci(2 * N + 1);
        assert!(!(p.i.load(SeqCst) > bound || p.j.load(SeqCst) > bound));
    });

    first.join().unwrap();
    second.join().unwrap();
    checker.join().unwrap();
}
