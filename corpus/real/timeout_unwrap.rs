//@ bug: panic
//@ message: "Timeout"
//@ source: a request whose timeout nobody thinks of

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

fn main() {
    let (tx, rx) = mpsc::channel();
    let worker = thread::spawn(move || {
        let sum: u64 = (1..=10).sum();
        tx.send(sum).ok();
    });
    let sum = rx.recv_timeout(Duration::from_secs(1)).unwrap();
    assert_eq!(sum, 55);
    worker.join().unwrap();
}
