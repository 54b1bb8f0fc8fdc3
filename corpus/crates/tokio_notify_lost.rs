//@ bug: deadlock
//@ source: `notify_waiters` leaves nothing for who does not wait yet.

use std::sync::Arc;
use tokio::sync::Notify;

#[tokio::main]
async fn main() {
    let ready = Arc::new(Notify::new());
    let notifier = ready.clone();
    let task = tokio::spawn(async move { notifier.notify_waiters() });
    ready.notified().await;
    task.await.unwrap();
}
