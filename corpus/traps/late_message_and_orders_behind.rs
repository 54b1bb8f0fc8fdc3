//@ no-bug
//@ outcomes: 6
//! A receipt that comes before the message has to do with the senders that are dropped meanwhile, as it does not
//! where the message is there: all orders of what else happens must be seen both with and without the message.

use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

static CELL: AtomicI32 = AtomicI32::new(0);

fn main() {
    let (sender, receiver) = mpsc::channel::<i32>();
    let (sends, drops) = (sender.clone(), sender.clone());
    let receives = thread::spawn(move || receiver.recv_timeout(Duration::from_millis(5)).is_ok());
    let sends = thread::spawn(move || {
        // The receiver may have gone.
        let _ = sends.send(2);
        std::mem::forget(sends);
    });
    let stores = thread::spawn(move || {
        CELL.store(3, SeqCst);
        CELL.store(4, SeqCst);
        drop(drops);
    });
    let loaded = CELL.load(SeqCst);
    drop(sender);
    println!("{} {loaded}", receives.join().unwrap());
    sends.join().unwrap();
    stores.join().unwrap();
}
