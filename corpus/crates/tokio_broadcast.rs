//@ no-bug
//@ source: a slow receiver lags, and is told how many messages it has missed.

use tokio::sync::broadcast::{self, error::RecvError};

#[tokio::main]
async fn main() {
    let (sender, mut fast) = broadcast::channel(2);
    let mut slow = sender.subscribe();
    let task = tokio::spawn(async move {
        let mut sum = 0;
        loop {
            match fast.recv().await {
                Ok(message) => sum += message,
                Err(RecvError::Lagged(missed)) => sum += 100 * missed,
                Err(RecvError::Closed) => return sum,
            }
        }
    });
    for message in 1..=3u64 {
        assert_eq!(sender.send(message).unwrap(), 2);
    }
    assert_eq!(slow.recv().await, Err(RecvError::Lagged(1)));
    assert_eq!(slow.recv().await, Ok(2));
    drop(sender);
    assert_eq!(slow.recv().await, Ok(3));
    assert_eq!(slow.recv().await, Err(RecvError::Closed));
    let sum = task.await.unwrap();
    assert!(sum == 6 || sum == 105);
}
