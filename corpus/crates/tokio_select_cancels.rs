//@ bug: panic
//@ message: "a message is lost"
//@ source: `select!` drops the branch that it does not take, with the message that this has received already.

use tokio::sync::mpsc;

async fn two(inbox: &mut mpsc::Receiver<u32>) -> u32 {
    let first = inbox.recv().await.unwrap();
    first + inbox.recv().await.unwrap()
}

#[tokio::main]
async fn main() {
    let (outbox, mut inbox) = mpsc::channel(4);
    let (stop, mut stopped) = mpsc::channel(1);
    tokio::spawn(async move {
        outbox.send(1).await.unwrap();
        stop.send(()).await.unwrap();
        outbox.send(2).await.unwrap();
    });
    let mut sum = 0;
    tokio::select! {
        both = two(&mut inbox) => sum += both,
        _ = stopped.recv() => {}
    }
    while let Some(message) = inbox.recv().await {
        sum += message;
    }
    assert_eq!(sum, 3, "a message is lost");
}
