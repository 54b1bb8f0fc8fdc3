//@ no-bug
//@ source: the first programs of a chapter on message passing, with pauses

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

fn main() {
    let (tx, rx) = mpsc::channel();

    let tx1 = tx.clone();
    thread::spawn(move || {
        let vals = vec![String::from("hi"), String::from("from")];

        for val in vals {
            tx1.send(val).unwrap();
            thread::sleep(Duration::from_millis(20));
        }
    });

    thread::spawn(move || {
        let vals = vec![String::from("more"), String::from("messages")];

        for val in vals {
            tx.send(val).unwrap();
            thread::sleep(Duration::from_millis(20));
        }
    });

    let mut received = Vec::new();
    for r in rx {
        received.push(r);
    }
    received.sort();
    println!("Got: {received:?}");
}
