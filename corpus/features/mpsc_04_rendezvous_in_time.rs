//@ no-bug
//@ source: new; an attempt to send meets who waits for a time again and again

use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Duration;

fn main() {
    let (sender, receiver) = sync_channel(0);
    let trier = thread::spawn(move || {
        while sender.try_send(7).is_err() {
            thread::yield_now();
        }
    });
    while receiver.recv_timeout(Duration::from_millis(10)) != Ok(7) {}
    trier.join().unwrap();
}
