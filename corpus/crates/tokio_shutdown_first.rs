//@ bug: panic
//@ source: a select! over messages and a signal to stop: where both are there it may take the signal, and messages are left.

use tokio::sync::mpsc;
#[tokio::main]
async fn main() {
    let (tx, mut rx) = mpsc::channel(4);
    let (stop_tx, mut stop_rx) = mpsc::channel::<()>(1);
    let worker = tokio::spawn(async move {
        let mut got = 0;
        loop {
            tokio::select! {
                Some(x) = rx.recv() => got += x,
                _ = stop_rx.recv() => return got,
            }
        }
    });
    tx.send(1).await.unwrap();
    tx.send(2).await.unwrap();
    stop_tx.send(()).await.unwrap();
    assert_eq!(worker.await.unwrap(), 3);
}
