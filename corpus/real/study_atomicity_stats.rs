//@ bug: panic
//@ message: "sum and count disagree"
//@ source: bug study: two atomics that are each right and together wrong

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

#[derive(Debug, Default)]
struct Stats {
    sum: AtomicU64,
    count: AtomicUsize,
}

impl Stats {
    fn record(&self, value: u64) {
        self.sum.fetch_add(value, Ordering::SeqCst);
        self.count.fetch_add(1, Ordering::SeqCst);
    }

    fn mean(&self) -> Option<u64> {
        let sum = self.sum.load(Ordering::SeqCst);
        match self.count.load(Ordering::SeqCst) {
            0 => None,
            n => Some(sum / n as u64),
        }
    }
}

fn main() {
    static STATS: Stats = Stats { sum: AtomicU64::new(0), count: AtomicUsize::new(0) };
    let writer = thread::spawn(|| (0..2).for_each(|_| STATS.record(10)));
    if let Some(mean) = STATS.mean() {
        assert_eq!(mean, 10, "sum and count disagree: {STATS:?}");
    }
    writer.join().unwrap();
    println!("{:?}", STATS.mean());
}
