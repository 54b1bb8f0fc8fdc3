//@ no-bug
//@ source: counters by compare-exchange, in the ways in which tutorials write them

use std::hint;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::thread;

struct Counter {
    hits: AtomicUsize,
    bytes: AtomicUsize,
    largest: AtomicU32,
}

impl Counter {
    fn hit(&self) -> usize {
        loop {
            let current = self.hits.load(Ordering::Acquire);
            let next = current + 1;
            match self
                .hits
                .compare_exchange(current, next, Ordering::AcqRel, Ordering::Relaxed)
            {
                Ok(_) => return next,
                Err(_) => continue,
            }
        }
    }

    fn add_bytes(&self, bytes: usize) {
        let mut current = self.bytes.load(Ordering::Relaxed);
        while let Err(seen) = self.bytes.compare_exchange_weak(
            current,
            current + bytes,
            Ordering::Relaxed,
            Ordering::Relaxed,
        ) {
            current = seen;
            hint::spin_loop();
        }
    }

    fn see(&self, size: u32) {
        let larger = |known| (size > known).then_some(size);
        let _ = self
            .largest
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, larger);
    }
}

fn main() {
    let counter = Arc::new(Counter {
        hits: AtomicUsize::new(0),
        bytes: AtomicUsize::new(0),
        largest: AtomicU32::new(0),
    });
    let workers: Vec<_> = (1..=2)
        .map(|id| {
            let counter = Arc::clone(&counter);
            thread::spawn(move || {
                for _ in 0..2 {
                    counter.hit();
                    counter.add_bytes(10);
                }
                counter.see(id * 100);
            })
        })
        .collect();
    for worker in workers {
        worker.join().unwrap();
    }
    assert_eq!(counter.hits.load(Ordering::SeqCst), 4);
    assert_eq!(counter.bytes.load(Ordering::SeqCst), 40);
    assert_eq!(counter.largest.load(Ordering::SeqCst), 200);
}
