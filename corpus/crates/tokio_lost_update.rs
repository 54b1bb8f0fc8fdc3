//@ bug: panic
//@ message: "an update is lost"
//@ source: two tasks that read, add and write: between the two operations of one, the other's may come.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

#[tokio::main]
async fn main() {
    let count = Arc::new(AtomicU32::new(0));
    let tasks: Vec<_> = (0..2)
        .map(|_| {
            let count = count.clone();
            tokio::spawn(async move {
                let before = count.load(SeqCst);
                count.store(before + 1, SeqCst);
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(count.load(SeqCst), 2, "an update is lost");
}
