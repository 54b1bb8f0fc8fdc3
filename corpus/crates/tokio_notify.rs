//@ no-bug
//@ source: who wants to be told of a change asks for it before looking; `notify_one` is kept for who comes later.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use tokio::sync::Notify;

#[tokio::main]
async fn main() {
    let (ready, changed) = (Arc::new(AtomicBool::new(false)), Arc::new(Notify::new()));
    let (its_ready, notifier) = (ready.clone(), changed.clone());
    let task = tokio::spawn(async move {
        its_ready.store(true, SeqCst);
        notifier.notify_waiters();
    });
    loop {
        let notified = changed.notified();
        if ready.load(SeqCst) {
            break;
        }
        notified.await;
    }
    task.await.unwrap();

    let notifier = changed.clone();
    let task = tokio::spawn(async move { notifier.notify_one() });
    changed.notified().await;
    task.await.unwrap();
}
