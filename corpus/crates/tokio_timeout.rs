//@ no-bug
//@ outcomes: 2
//@ source: a timeout may come at any moment, or not at all.

use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout};

#[tokio::main]
async fn main() {
    let (sender, receiver) = oneshot::channel();
    tokio::spawn(async move { sender.send(1) });
    match timeout(Duration::from_millis(10), receiver).await {
        Ok(value) => println!("{}", value.unwrap()),
        Err(elapsed) => println!("{elapsed}"),
    }
    let never = timeout(Duration::from_millis(10), std::future::pending::<()>());
    assert!(never.await.is_err());
    let start = Instant::now();
    sleep(Duration::from_secs(5)).await;
    assert!(start.elapsed() >= Duration::from_secs(5));
}
