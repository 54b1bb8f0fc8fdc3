//@ bug: deadlock
//@ source: a task that reads twice: a writer that comes in between waits for it, and it for the writer.

use std::sync::Arc;
use tokio::sync::RwLock;

#[tokio::main]
async fn main() {
    let lock = Arc::new(RwLock::new(1));
    let writer = lock.clone();
    let task = tokio::spawn(async move { *writer.write().await += 1 });
    let outer = lock.read().await;
    let inner = lock.read().await;
    assert_eq!(*outer, *inner);
    drop((outer, inner));
    task.await.unwrap();
}
