//@ no-bug
//@ source: counts, extremes and a set of bits that workers keep, read when all have ended

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::thread;

#[derive(Default)]
struct Statistics {
    jobs: AtomicU64,
    slowest: AtomicU64,
    fastest: AtomicU64,
    kinds: AtomicU32,
}

impl Statistics {
    fn record(&self, kind: u32, millis: u64) {
        self.jobs.fetch_add(1, Relaxed);
        self.slowest.fetch_max(millis, Relaxed);
        self.fastest.fetch_min(millis, Relaxed);
        self.kinds.fetch_or(1 << kind, Relaxed);
    }
}

fn main() {
    let all = Statistics {
        fastest: AtomicU64::new(u64::MAX),
        ..Statistics::default()
    };
    thread::scope(|s| {
        for worker in 0..4 {
            let all = &all;
            s.spawn(move || {
                for job in 0..10 {
                    all.record(worker, 5 + u64::from(worker) * job);
                }
            });
        }
    });
    println!(
        "{} jobs of kinds {:#b}: {} to {} ms",
        all.jobs.into_inner(),
        all.kinds.into_inner(),
        all.fastest.into_inner(),
        all.slowest.into_inner()
    );
}
