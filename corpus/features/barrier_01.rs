//@ no-bug

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;

const N: usize = 3;

fn main() {
    let barrier = Arc::new(Barrier::new(N));
    let before = Arc::new(AtomicUsize::new(0));
    let mut handles = Vec::new();
    for _ in 0..N {
        let barrier = Arc::clone(&barrier);
        let before = Arc::clone(&before);
        handles.push(thread::spawn(move || {
            before.fetch_add(1, Ordering::SeqCst);
            let result = barrier.wait();
            assert_eq!(before.load(Ordering::SeqCst), N);
            result.is_leader()
        }));
    }
    let leaders = handles.into_iter().filter_map(|h| h.join().ok()).filter(|l| *l).count();
    println!("{leaders}");
    println!("{}", Barrier::new(1).wait().is_leader());
}
