//@ no-bug
//@ executions: 64
//@ formula: (N+3)*2^(N-2)
//@ counts: N=3: 12, N=4: 28, N=5: 64, N=10: 3328, N=15: 147456
//@ source: a reader looks from the end for the last zero of an array, while
//@ source: writer j sets a[j] = a[j-1] + 1

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::Arc;
use std::thread;

const N: usize = 5;

fn main() {
    let array: Arc<Vec<AtomicUsize>> = Arc::new((0..=N).map(|_| AtomicUsize::new(0)).collect());
    let mut threads = Vec::new();
    let a = Arc::clone(&array);
    threads.push(thread::spawn(move || {
        let mut i = N;
        while a[i].load(SeqCst) != 0 {
            i -= 1;
        }
    }));
    for j in 1..=N {
        let a = Arc::clone(&array);
        threads.push(thread::spawn(move || {
            let before = a[j - 1].load(SeqCst);
            a[j].store(before + 1, SeqCst);
        }));
    }
    for t in threads {
        t.join().unwrap();
    }
}
