//@ no-bug
//@ source: the calls of channels one after the other: what they give and how errors read. It prints what it prints natively.

use std::time::Duration;
use tokio::sync::mpsc::{self, error::*};
#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn main() {
    let (tx, mut rx) = mpsc::channel::<u32>(2);
    assert_eq!(tx.capacity(), 2);
    assert_eq!(tx.max_capacity(), 2);
    let p = tx.reserve().await.unwrap();
    assert_eq!(tx.capacity(), 1);
    tx.try_send(7).unwrap();
    println!("{:?} {}", tx.try_send(8), tx.try_send(8).unwrap_err());
    p.send(9);
    assert_eq!(rx.len(), 2);
    println!("{:?}", tx.send_timeout(1, Duration::from_millis(5)).await);
    println!(
        "{:?} {:?} {:?}",
        rx.try_recv(),
        rx.recv().await,
        rx.try_recv()
    );
    let w = tx.downgrade();
    assert_eq!(tx.strong_count(), 1);
    let tx2 = w.upgrade().unwrap();
    assert!(tx2.same_channel(&tx));
    tx2.send(1).await.unwrap();
    let permit = tx2.clone().reserve_owned().await.unwrap();
    rx.close();
    println!("{:?} {:?}", tx.send(3).await, tx.is_closed());
    tx.closed().await;
    let s = permit.send(4);
    drop(s);
    let mut buf = vec![];
    println!("{} {:?}", rx.recv_many(&mut buf, 10).await, buf);
    println!("{:?} {:?}", rx.recv().await, rx.try_recv());
    drop((tx, tx2));
    assert!(w.upgrade().is_none());
    let (tx, mut rx) = mpsc::unbounded_channel();
    tx.send("a").unwrap();
    let tx3 = tx.clone();
    drop(tx);
    println!("{:?}", rx.recv().await);
    let t = tokio::spawn(async move {
        tx3.send("b").unwrap();
        tx3.closed().await;
        tx3.send("c").is_err()
    });
    println!("{:?}", rx.recv().await);
    drop(rx);
    println!("{:?}", t.await.unwrap());
    let (tx, mut rx) = mpsc::channel::<String>(3);
    let its = tx.reserve_many(2).await.unwrap();
    for (i, p) in its.enumerate() {
        p.send(format!("m{i}"));
    }
    println!("{:?}", tx.try_reserve().is_ok());
    drop(tx);
    while let Some(m) = rx.recv().await {
        println!("{m}");
    }
    println!("{:?} {}", TryRecvError::Empty, TryRecvError::Disconnected);
    println!("{}", SendError(1));
}
