//@ bug: deadlock
//@ source: a sender blocks with a lock held that the receiver takes before it hangs up; the other way round all is well
use std::sync::{Mutex, mpsc};
use std::thread;

static LOG: Mutex<Vec<&str>> = Mutex::new(Vec::new());

fn main() {
    let (tx, rx) = mpsc::sync_channel(0);
    let sender = thread::spawn(move || {
        let mut log = LOG.lock().unwrap();
        log.push(if tx.send(1).is_ok() {
            "sent"
        } else {
            "nobody there"
        });
    });
    let receiver = thread::spawn(move || {
        LOG.lock().unwrap().push("leaving");
        drop(rx);
    });
    sender.join().unwrap();
    receiver.join().unwrap();
    println!("{:?}", LOG.lock().unwrap());
}
