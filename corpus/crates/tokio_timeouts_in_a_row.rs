//@ no-bug
//@ source: a time limit that is set anew in each round: on one thread, the task that was spawned before runs first

use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::timeout;

const ROUNDS: u32 = 100;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    for round in 0..ROUNDS {
        let (sender, receiver) = oneshot::channel();
        tokio::spawn(async move { sender.send(round).unwrap() });
        let received = timeout(Duration::from_millis(100), receiver).await;
        assert_eq!(received.expect("in time"), Ok(round));
    }
}
