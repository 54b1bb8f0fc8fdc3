//@ bug: deadlock
//@ source: the same mesh, where main forgets that it holds a sender of every node

use std::sync::mpsc::{channel, Sender};
use std::thread;

fn main() {
    let mut senders: Vec<Sender<String>> = Vec::new();
    let mut handles = Vec::new();
    for id in 0..2 {
        let (tx, rx) = channel::<String>();
        senders.push(tx);
        handles.push(thread::spawn(move || {
            let mut heard = Vec::new();
            while let Ok(msg) = rx.recv() {
                heard.push(msg);
            }
            (id, heard)
        }));
    }
    senders[0].send("to the first".into()).unwrap();
    senders[1].send("to the second".into()).unwrap();
    for h in handles {
        let (id, heard) = h.join().unwrap();
        println!("{id} {heard:?}");
    }
    println!("{}", senders.len());
}
