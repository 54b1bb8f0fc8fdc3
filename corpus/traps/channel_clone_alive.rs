//@ bug: deadlock
//@ source: the closure moves a clone; the original sender stays alive in main, so that the
//@ source: receiver waits for ever

use std::sync::mpsc;
use std::thread;

fn main() {
    let (tx, rx) = mpsc::channel();
    for id in 0..2 {
        let tx = tx.clone();
        thread::spawn(move || tx.send(id).unwrap());
    }
    let mut sum = 0;
    for id in rx {
        sum += id;
    }
    println!("{sum}");
}
