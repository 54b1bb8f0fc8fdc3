//@ bug: deadlock
//@ source: a `move` closure that does not mention `tx` leaves it alive in main

use std::sync::mpsc;
use std::thread;

fn main() {
    let (tx, rx) = mpsc::channel::<i32>();
    let counter = thread::spawn(move || rx.iter().count());
    let idle = thread::spawn(move || println!("nothing to send"));
    idle.join().unwrap();
    println!("{}", counter.join().unwrap());
    drop(tx);
}
