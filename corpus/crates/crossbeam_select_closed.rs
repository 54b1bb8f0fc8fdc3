//@ no-bug
//@ source: new; of two channels without senders a `select!` may take either, and does not take the same one for ever

use crossbeam_channel::{bounded, select};
use std::thread;

fn main() {
    let (sender, orders) = bounded::<u8>(1);
    let (keeper, stop) = bounded::<()>(1);
    let closing = thread::spawn(move || {
        drop(sender);
        drop(keeper);
    });
    loop {
        select! {
            recv(orders) -> order => assert!(order.is_err()),
            recv(stop) -> _ => break,
        }
    }
    closing.join().unwrap();
}
