//@ bug: deadlock
//@ source: a rendezvous: both threads send first

use crossbeam_channel::bounded;
use std::thread;

fn main() {
    let (to_child, from_main) = bounded(0);
    let (to_main, from_child) = bounded(0);
    let child = thread::spawn(move || {
        to_main.send("pong").unwrap();
        from_main.recv().unwrap()
    });
    to_child.send("ping").unwrap();
    assert_eq!(from_child.recv(), Ok("pong"));
    child.join().unwrap();
}
