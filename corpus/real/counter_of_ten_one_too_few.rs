//@ bug: panic
//@ message: "right: 1000"
//@ source: the same, where one thread reads and writes in two steps once

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

fn main() {
    let counter = Arc::new(AtomicUsize::new(0));
    let handles: Vec<_> = (0..10)
        .map(|id| {
            let counter = Arc::clone(&counter);
            thread::spawn(move || {
                for round in 0..100 {
                    if id == 7 && round == 50 {
                        let seen = counter.load(Ordering::SeqCst);
                        counter.store(seen + 1, Ordering::SeqCst);
                    } else {
                        counter.fetch_add(1, Ordering::SeqCst);
                    }
                }
            })
        })
        .collect();
    for handle in handles {
        handle.join().unwrap();
    }
    assert_eq!(counter.load(Ordering::SeqCst), 1000);
}
