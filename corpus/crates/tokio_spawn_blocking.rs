//@ no-bug
//@ source: threads for what blocks, which use channels and locks of async code.

use std::sync::Arc;
use tokio::sync::{Mutex, mpsc};
use tokio::task::{block_in_place, spawn_blocking};

#[tokio::main]
async fn main() {
    let total = Arc::new(Mutex::new(0));
    let (sender, mut receiver) = mpsc::channel(1);
    let its = total.clone();
    let reader = spawn_blocking(move || {
        while let Some(number) = receiver.blocking_recv() {
            *its.blocking_lock() += number;
        }
    });
    let writer = tokio::spawn(async move { block_in_place(|| sender.blocking_send(5).unwrap()) });
    writer.await.unwrap();
    reader.await.unwrap();
    assert_eq!(*total.lock().await, 5);
}
