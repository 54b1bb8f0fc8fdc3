//@ bug: deadlock
//@ source: a bounded channel fills up while the receiver waits for the sender to finish

use std::sync::mpsc::sync_channel;
use std::thread;

fn main() {
    let (tx, rx) = sync_channel(2);
    let producer = thread::spawn(move || {
        for i in 0..3 {
            tx.send(i).unwrap();
        }
    });
    producer.join().unwrap();
    for x in rx {
        println!("{x}");
    }
}
