//@ bug: panic
//@ args: --entry both_count
//@ message: "assertion `left == right` failed"
//@ source: a task yields between reading a counter and writing it

use shuttle::future;
use shuttle::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;

async fn count(counter: Arc<AtomicU32>) {
    let before = counter.load(Ordering::SeqCst);
    future::yield_now().await;
    counter.store(before + 1, Ordering::SeqCst);
}

#[test]
fn both_count() {
    shuttle::check_random(
        || {
            let counter = Arc::new(AtomicU32::new(0));
            let tasks = [future::spawn(count(counter.clone())), future::spawn(count(counter.clone()))];
            future::block_on(async move {
                for task in tasks {
                    task.await.unwrap();
                }
            });
            assert_eq!(counter.load(Ordering::SeqCst), 2);
        },
        100,
    );
}
