//@ no-bug
//@ source: a lock that is held across an await.

use std::sync::Arc;
use tokio::sync::Mutex;

#[tokio::main]
async fn main() {
    let count = Arc::new(Mutex::new(0));
    let tasks: Vec<_> = (0..3)
        .map(|_| {
            let count = count.clone();
            tokio::spawn(async move {
                let mut held = count.lock().await;
                let before = *held;
                tokio::task::yield_now().await;
                *held = before + 1;
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(*count.lock().await, 3);
}
