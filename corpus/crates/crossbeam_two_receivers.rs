//@ bug: deadlock
//@ outcomes: 2
//@ source: found by random programs; the other receiver may take the message of a thread that waits for it and keeps the sender

use crossbeam_channel::bounded;
use std::thread;

fn main() {
    let (s, r) = bounded::<i32>(1);
    let other = r.clone();
    let a = thread::spawn(move || other.recv().is_ok());
    let b = thread::spawn(move || {
        s.send(0).unwrap();
        r.recv().is_ok()
    });
    println!("{} {}", a.join().unwrap(), b.join().unwrap());
}
