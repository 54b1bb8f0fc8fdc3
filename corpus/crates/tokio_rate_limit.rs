//@ no-bug
//@ source: the token bucket of the documentation of Semaphore: a task adds permits in an interval, and is aborted.

use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::time::{interval, Duration};
struct TokenBucket {
    sem: Arc<Semaphore>,
    jh: tokio::task::JoinHandle<()>,
}
impl TokenBucket {
    fn new(duration: Duration, capacity: usize) -> Self {
        let sem = Arc::new(Semaphore::new(capacity));
        let jh = tokio::spawn({
            let sem = sem.clone();
            let mut interval = interval(duration);
            interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
            async move {
                loop {
                    interval.tick().await;
                    if sem.available_permits() < capacity {
                        sem.add_permits(1);
                    }
                }
            }
        });
        Self { jh, sem }
    }
    async fn acquire(&self) {
        let permit = self.sem.acquire().await;
        permit.unwrap().forget();
    }
}
impl Drop for TokenBucket {
    fn drop(&mut self) {
        self.jh.abort();
    }
}
#[tokio::main]
async fn main() {
    let bucket = TokenBucket::new(Duration::from_millis(250), 2);
    for _ in 0..3 {
        bucket.acquire().await;
    }
}
