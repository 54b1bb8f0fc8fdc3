//@ no-bug
//@ source: tasks are stopped where they wait: for a lock, a message, a notification, time, another task.

use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, Notify, mpsc};

#[tokio::main]
async fn main() {
    let lock = Arc::new(Mutex::new(0));
    let held = lock.clone().lock_owned().await;
    let its = lock.clone();
    let locks = tokio::spawn(async move { *its.lock().await += 1 });
    locks.abort();
    assert!(locks.await.unwrap_err().is_cancelled());
    drop(held);
    assert_eq!(*lock.lock().await, 0);

    let (sender, mut receiver) = mpsc::channel::<()>(1);
    let receives = tokio::spawn(async move { receiver.recv().await });
    receives.abort();
    assert!(receives.await.unwrap_err().is_cancelled());
    assert!(sender.is_closed());

    let notify = Arc::new(Notify::new());
    let its = notify.clone();
    let waits = tokio::spawn(async move {
        its.notified().await;
        std::future::pending::<()>().await
    });
    let sleeps = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_secs(1)).await;
        waits.abort();
        assert!(waits.await.unwrap_err().is_cancelled());
    });
    sleeps.await.unwrap();
}
