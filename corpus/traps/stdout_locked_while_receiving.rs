//@ bug: deadlock
//@ source: new; who holds the lock of standard output while it receives keeps the sender from printing
use std::io::{self, Write};
use std::sync::mpsc;
use std::thread;

fn main() {
    let (tx, rx) = mpsc::channel();
    let worker = thread::spawn(move || {
        for i in 0..3 {
            println!("computing {i}");
            tx.send(i * i).unwrap();
        }
    });
    let mut out = io::stdout().lock();
    for square in rx {
        writeln!(out, "got {square}").unwrap();
    }
    drop(out);
    worker.join().unwrap();
}
