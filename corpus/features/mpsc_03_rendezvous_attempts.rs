//@ no-bug
//@ source: on a channel of capacity zero, who tries again and again meets a sender that waits

use std::sync::mpsc::{sync_channel, RecvTimeoutError, TryRecvError};
use std::thread;
use std::time::Duration;

fn attempts() {
    let (sender, receiver) = sync_channel(0);
    let child = thread::spawn(move || sender.send(1).unwrap());
    let value = loop {
        match receiver.try_recv() {
            Ok(value) => break value,
            Err(TryRecvError::Empty) => thread::yield_now(),
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(value, 1);
    child.join().unwrap();
}

fn timed_attempts() {
    let (sender, receiver) = sync_channel(0);
    let child = thread::spawn(move || sender.send(2).unwrap());
    let value = loop {
        match receiver.recv_timeout(Duration::from_millis(10)) {
            Ok(value) => break value,
            Err(RecvTimeoutError::Timeout) => {}
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(value, 2);
    child.join().unwrap();
}

fn main() {
    attempts();
    timed_attempts();
}
