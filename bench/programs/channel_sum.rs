//@ no-bug
//@ source: two senders, one receiver that adds up

use std::sync::mpsc;
use std::thread;

const SENDERS: usize = 2;
const MESSAGES: usize = 2;

fn main() {
    let (tx, rx) = mpsc::channel();
    let mut threads = Vec::new();
    for sender in 0..SENDERS {
        let tx = tx.clone();
        threads.push(thread::spawn(move || {
            for message in 0..MESSAGES {
                tx.send(sender * 10 + message).unwrap();
            }
        }));
    }
    let sum: usize = (0..SENDERS * MESSAGES).map(|_| rx.recv().unwrap()).sum();
    assert_eq!(sum, MESSAGES * 10 + SENDERS * MESSAGES * (MESSAGES - 1) / 2);
    for t in threads {
        t.join().unwrap();
    }
}
