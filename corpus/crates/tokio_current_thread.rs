//@ no-bug
//@ source: the same on one thread: what stands between two awaits is not interrupted.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

#[tokio::main(flavor = "current_thread")]
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
