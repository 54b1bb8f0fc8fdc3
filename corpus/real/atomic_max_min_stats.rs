//@ no-bug
//@ source: statistics kept in atomics by several threads, reported by Display

use std::fmt;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::thread;

struct Stats {
    count: AtomicU64,
    sum: AtomicI64,
    min: AtomicI64,
    max: AtomicI64,
}

impl Stats {
    const fn new() -> Stats {
        Stats {
            count: AtomicU64::new(0),
            sum: AtomicI64::new(0),
            min: AtomicI64::new(i64::MAX),
            max: AtomicI64::new(i64::MIN),
        }
    }

    fn add(&self, x: i64) {
        self.count.fetch_add(1, Relaxed);
        self.sum.fetch_add(x, Relaxed);
        self.min.fetch_min(x, Relaxed);
        self.max.fetch_max(x, Relaxed);
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n, sum) = (self.count.load(Relaxed), self.sum.load(Relaxed));
        write!(f, "n={n} mean={:.2} ", sum as f64 / n as f64)?;
        write!(f, "[{}, {}]", self.min.load(Relaxed), self.max.load(Relaxed))
    }
}

static STATS: Stats = Stats::new();

fn main() {
    thread::scope(|s| {
        s.spawn(|| STATS.add(-3));
        s.spawn(|| STATS.add(10));
    });
    STATS.add(4);
    println!("{STATS:>5}");
}
