//@ no-bug
//@ source: as channel_clone_alive, with the original dropped

use std::sync::mpsc;
use std::thread;

fn main() {
    let (tx, rx) = mpsc::channel();
    for id in 0..2 {
        let tx = tx.clone();
        thread::spawn(move || tx.send(id).unwrap());
    }
    drop(tx);
    let mut sum = 0;
    for id in rx {
        sum += id;
    }
    println!("{sum}");
}
