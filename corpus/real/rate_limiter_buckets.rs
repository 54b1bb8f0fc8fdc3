//@ bug: panic
//@ message: "over the limit"
//@ source: a token bucket that reads and then writes its atomic count: two takers get the last token

use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::thread;

trait Limiter: Sync {
    fn try_acquire(&self) -> bool;
}

struct Bucket {
    tokens: AtomicI64,
}

impl Limiter for Bucket {
    fn try_acquire(&self) -> bool {
        let tokens = self.tokens.load(Ordering::SeqCst);
        if tokens <= 0 {
            return false;
        }
        self.tokens.store(tokens - 1, Ordering::SeqCst);
        true
    }
}

struct Exact(AtomicI64);
impl Limiter for Exact {
    fn try_acquire(&self) -> bool {
        self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |t| (t > 0).then(|| t - 1)).is_ok()
    }
}

fn hammer(limiter: &dyn Limiter, limit: usize) {
    let granted = AtomicUsize::new(0);
    thread::scope(|s| {
        for _ in 0..2 {
            s.spawn(|| {
                if limiter.try_acquire() {
                    granted.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
    });
    let granted = granted.into_inner();
    assert!(granted <= limit, "over the limit: {granted} > {limit}");
}

fn main() {
    hammer(&Exact(AtomicI64::new(1)), 1);
    hammer(&Bucket { tokens: AtomicI64::new(1) }, 1);
}
