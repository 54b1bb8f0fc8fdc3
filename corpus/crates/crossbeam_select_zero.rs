//@ no-bug
//@ source: a selection over channels of capacity zero, against a thread that sends and receives by turns

use crossbeam_channel::{bounded, select};
use std::thread;

fn main() {
    let (to_main, from_child) = bounded(0);
    let (to_child, from_main) = bounded(0);
    let child = thread::spawn(move || {
        to_main.send(1).unwrap();
        assert_eq!(to_main.len(), 0);
        assert_eq!(from_main.recv(), Ok(2));
    });
    for _ in 0..2 {
        select! {
            recv(from_child) -> value => {
                assert_eq!(value, Ok(1));
                assert_eq!(from_child.len(), 0);
            }
            send(to_child, 2) -> sent => sent.unwrap(),
        }
    }
    child.join().unwrap();
}
