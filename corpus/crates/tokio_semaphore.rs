//@ no-bug
//@ source: no more than two at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use tokio::sync::Semaphore;

#[tokio::main]
async fn main() {
    let (permits, inside) = (Arc::new(Semaphore::new(2)), Arc::new(AtomicU32::new(0)));
    let mut tasks = Vec::new();
    for _ in 0..3 {
        let permit = permits.clone().acquire_owned().await.unwrap();
        let inside = inside.clone();
        tasks.push(tokio::spawn(async move {
            assert!(inside.fetch_add(1, SeqCst) < 2);
            inside.fetch_sub(1, SeqCst);
            drop(permit);
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(permits.available_permits(), 2);
}
