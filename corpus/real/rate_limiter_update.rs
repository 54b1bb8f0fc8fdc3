//@ no-bug
//@ source: the same limiter with fetch_update

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;
use std::thread;

struct Limiter {
    used: AtomicU32,
    limit: u32,
}

impl Limiter {
    fn admit(&self) -> bool {
        self.used
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, |used| (used < self.limit).then_some(used + 1))
            .is_ok()
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
    println!("{admitted}");
}
