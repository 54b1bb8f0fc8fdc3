//@ no-bug
//@ source: a select! in a loop until both channels are closed.

use tokio::sync::{mpsc, oneshot};
#[tokio::main]
async fn main() {
    let (tx1, mut rx1) = mpsc::channel(8);
    let (tx2, mut rx2) = mpsc::channel(8);
    let (done_tx, mut done_rx) = oneshot::channel::<()>();
    tokio::spawn(async move {
        tx1.send(1).await.unwrap();
    });
    tokio::spawn(async move {
        tx2.send(2).await.unwrap();
    });
    let mut sum = 0;
    loop {
        tokio::select! {
            Some(v) = rx1.recv() => sum += v,
            Some(v) = rx2.recv() => { sum += v; }
            else => break,
        }
    }
    drop(done_tx);
    assert!(done_rx.try_recv().is_err());
    assert_eq!(sum, 3);
}
