//@ bug: livelock
//@ source: new; `select_biased!` takes the channel without senders again and again, and what it waits for has no name

use crossbeam_channel::{bounded, select_biased};
use std::thread;

fn main() {
    let (sender, orders) = bounded::<u8>(1);
    let (_keeper, stop) = bounded::<()>(1);
    let closing = thread::spawn(move || drop(sender));
    loop {
        select_biased! {
            recv(orders) -> _ => {}
            recv(stop) -> _ => break,
        }
    }
    closing.join().unwrap();
}
