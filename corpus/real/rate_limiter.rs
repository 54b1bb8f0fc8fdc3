//@ bug: panic
//@ message: "over the limit"
//@ source: a limiter whose check and whose count are two steps

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;
use std::thread;

struct Limiter {
    used: AtomicU32,
    limit: u32,
}

impl Limiter {
    fn admit(&self) -> bool {
        if self.used.load(Ordering::Acquire) >= self.limit {
            return false;
        }
        self.used.fetch_add(1, Ordering::AcqRel);
        true
    }
}

fn main() {
    let limiter = Arc::new(Limiter { used: AtomicU32::new(1), limit: 2 });
    let clients: Vec<_> = (0..2)
        .map(|_| {
            let limiter = limiter.clone();
            thread::spawn(move || limiter.admit())
        })
        .collect();
    let admitted = clients.into_iter().map(|c| c.join().unwrap()).filter(|a| *a).count();
    assert!(admitted <= 1, "over the limit: {admitted}");
}
