//@ no-bug
//@ source: test-suite style: what each end sees when the other is gone

use std::sync::mpsc::{channel, sync_channel, RecvError, SendError, TryRecvError};
use std::thread;

fn drop_full() {
    let (tx, _rx) = channel::<Box<isize>>();
    tx.send(Box::new(1)).unwrap();
}

fn drop_full_shared() {
    let (tx, _rx) = channel::<Box<isize>>();
    drop(tx.clone());
    drop(tx.clone());
    tx.send(Box::new(1)).unwrap();
}

fn port_gone() {
    let (tx, rx) = channel::<i32>();
    let t = thread::spawn(move || drop(rx));
    let mut sent = 0;
    while sent < 2 && tx.send(1).is_ok() {
        sent += 1;
    }
    t.join().unwrap();
    assert_eq!(tx.send(2), Err(SendError(2)));
}

fn chan_gone() {
    let (tx, rx) = channel::<i32>();
    let t = thread::spawn(move || {
        tx.send(5).unwrap();
    });
    assert_eq!(rx.recv(), Ok(5));
    t.join().unwrap();
    assert_eq!(rx.recv(), Err(RecvError));
    assert_eq!(rx.try_recv(), Err(TryRecvError::Disconnected));
}

fn rendezvous() {
    let (tx, rx) = sync_channel::<String>(0);
    let t = thread::spawn(move || rx.recv().unwrap());
    tx.send("x".repeat(3)).unwrap();
    assert_eq!(t.join().unwrap(), "xxx");
}

fn main() {
    drop_full();
    drop_full_shared();
    port_gone();
    chan_gone();
    rendezvous();
    println!("ok");
}
