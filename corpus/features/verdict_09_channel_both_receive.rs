//@ bug: deadlock
//@ source: each of two threads receives before it sends

use std::sync::mpsc;
use std::thread;

fn main() {
    let (tx1, rx1) = mpsc::channel::<u8>();
    let (tx2, rx2) = mpsc::channel::<u8>();
    let t = thread::spawn(move || {
        let x = rx1.recv().unwrap();
        tx2.send(x + 1).unwrap();
    });
    let y = rx2.recv().unwrap();
    tx1.send(y).unwrap();
    t.join().unwrap();
}
