//@ no-bug

use std::sync::mpsc::{self, RecvTimeoutError, TryRecvError, TrySendError};
use std::thread;
use std::time::Duration;

#[derive(Debug, PartialEq)]
enum Message {
    Text(String),
    Number { value: i32 },
    Quit,
}

fn main() {
    let (tx, rx) = mpsc::channel();
    println!("{:?}", rx.try_recv() == Err::<Message, _>(TryRecvError::Empty));
    let worker = thread::spawn(move || {
        let mut log = vec![];
        loop {
            match rx.recv().unwrap() {
                Message::Text(t) => log.push(t),
                Message::Number { value } => log.push(value.to_string()),
                Message::Quit => break,
            }
        }
        log
    });
    tx.send(Message::Text("a".into())).unwrap();
    tx.send(Message::Number { value: 7 }).unwrap();
    tx.send(Message::Quit).unwrap();
    println!("{:?}", worker.join().unwrap());
    println!("{:?}", tx.send(Message::Quit).unwrap_err().0);

    let (tx, rx) = mpsc::channel::<u32>();
    let tx2 = tx.clone();
    let producers = [thread::spawn(move || tx.send(1).unwrap()), thread::spawn(move || tx2.send(2).unwrap())];
    for p in producers {
        p.join().unwrap();
    }
    let mut got: Vec<u32> = rx.iter().collect();
    got.sort();
    println!("{:?} {:?}", got, rx.recv());
    println!("{:?}", rx.try_recv());

    let (tx, rx) = mpsc::sync_channel(1);
    println!("{:?}", tx.send(10));
    match tx.try_send(11) {
        Err(TrySendError::Full(v)) => println!("full {v}"),
        other => println!("{:?}", other),
    }
    println!("{:?} {:?}", rx.recv(), tx.try_send(12));
    println!("{:?}", rx.try_iter().collect::<Vec<_>>());
    println!("{:?}", rx.recv_timeout(Duration::from_millis(1)) == Err(RecvTimeoutError::Timeout));
    drop(tx);
    println!("{:?}", rx.recv_timeout(Duration::from_millis(1)));

    let (tx, rx) = mpsc::sync_channel::<&str>(0);
    let t = thread::spawn(move || {
        tx.send("rendezvous").unwrap();
    });
    println!("{}", rx.recv().unwrap());
    t.join().unwrap();
    let (tx, rx) = mpsc::channel::<()>();
    drop(rx);
    println!("{}", tx.send(()).is_err());
}
