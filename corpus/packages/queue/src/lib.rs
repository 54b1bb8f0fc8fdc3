//! Jobs for workers.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
pub use store::take_all;
use store::{Shelf, Watch};

/// The longest that a queue has been.
#[derive(Default)]
pub struct Longest(AtomicUsize);

impl Watch for Longest {
    fn put(&self, count: usize) {
        self.0.fetch_max(count, SeqCst);
    }
}

#[derive(Default)]
pub struct Queue {
    pub jobs: Shelf<u32>,
    pub longest: Longest,
}

impl Queue {
    pub fn add(&self, job: u32) {
        self.jobs.put(job, &self.longest);
    }

    pub fn longest(&self) -> usize {
        self.longest.0.load(SeqCst)
    }
}
