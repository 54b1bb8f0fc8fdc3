//@ no-bug
//@ source: a request with its answer; and one that nobody answers.

use tokio::sync::{mpsc, oneshot};

#[tokio::main]
async fn main() {
    let (requests, mut inbox) = mpsc::unbounded_channel::<(u32, oneshot::Sender<u32>)>();
    let actor = tokio::spawn(async move {
        while let Some((number, answer)) = inbox.recv().await {
            if number > 1 {
                answer.send(number * number).unwrap();
            }
        }
    });
    let (answer, square) = oneshot::channel();
    requests.send((7, answer)).unwrap();
    assert_eq!(square.await, Ok(49));
    let (answer, nothing) = oneshot::channel();
    requests.send((1, answer)).unwrap();
    assert_eq!(nothing.await.unwrap_err().to_string(), "channel closed");
    drop(requests);
    actor.await.unwrap();
}
