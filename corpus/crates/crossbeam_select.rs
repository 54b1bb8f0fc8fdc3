//@ no-bug
//@ outcomes: 2
//@ source: `select!` takes whichever message is there; the other one stays

use crossbeam_channel::{select, unbounded};
use std::thread;

fn main() {
    let (tx1, rx1) = unbounded();
    let (tx2, rx2) = unbounded();
    let first = thread::spawn(move || tx1.send("one").unwrap());
    let second = thread::spawn(move || tx2.send("two").unwrap());
    let name = select! {
        recv(rx1) -> message => message.unwrap(),
        recv(rx2) -> message => {
            message.unwrap()
        }
    };
    first.join().unwrap();
    second.join().unwrap();
    assert_eq!(rx1.len() + rx2.len(), 1);
    println!("{name}");
}
