//@ bug: deadlock
//@ args: --entry two_orders
//@ source: two tasks take the permits of two semaphores in opposite orders

use shuttle::future::batch_semaphore::{BatchSemaphore, Fairness};
use shuttle::future::{block_on, spawn};
use std::sync::Arc;

async fn both(first: Arc<BatchSemaphore>, second: Arc<BatchSemaphore>) {
    first.acquire(1).await.unwrap();
    second.acquire(1).await.unwrap();
    second.release(1);
    first.release(1);
}

#[test]
fn two_orders() {
    shuttle::check_dfs(
        || {
            let left = Arc::new(BatchSemaphore::new(1, Fairness::StrictlyFair));
            let right = Arc::new(BatchSemaphore::new(1, Fairness::StrictlyFair));
            let other = spawn(both(left.clone(), right.clone()));
            block_on(async move {
                both(right, left).await;
                other.await.unwrap();
            });
        },
        None,
    );
}
