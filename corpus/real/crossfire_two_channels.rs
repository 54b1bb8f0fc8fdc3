//@ bug: deadlock
//@ source: two bounded channels between two threads that both send first

use std::sync::mpsc::{sync_channel, Receiver, SyncSender};
use std::thread;

fn exchange(tx: SyncSender<Vec<u8>>, rx: Receiver<Vec<u8>>, mine: &[u8]) -> usize {
    for chunk in mine.chunks(2) {
        tx.send(chunk.to_vec()).unwrap();
    }
    drop(tx);
    rx.iter().map(|c| c.len()).sum()
}

fn main() {
    let (tx1, rx1) = sync_channel(1);
    let (tx2, rx2) = sync_channel(1);
    let t = thread::spawn(move || exchange(tx1, rx2, b"from the child"));
    let n = exchange(tx2, rx1, b"from main");
    println!("{} {}", n, t.join().unwrap());
}
