//@ no-bug
//@ source: a receiver sees the newest value, if not all of them.

use tokio::sync::watch;

#[tokio::main]
async fn main() {
    let (sender, mut receiver) = watch::channel(0);
    let task = tokio::spawn(async move {
        let mut last = *receiver.borrow_and_update();
        while receiver.changed().await.is_ok() {
            let now = *receiver.borrow_and_update();
            assert!(now > last);
            last = now;
        }
        last
    });
    sender.send(1).unwrap();
    sender.send_modify(|value| *value += 1);
    drop(sender);
    assert_eq!(task.await.unwrap(), 2);
}
