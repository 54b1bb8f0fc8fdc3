//@ bug: panic
//@ source: two threads that take turns have one order only, and come to the bug after many thousand turns

use std::sync::mpsc;
use std::thread;

fn main() {
    let (to_other, from_main) = mpsc::channel::<u32>();
    let (to_main, from_other) = mpsc::channel();
    let other = thread::spawn(move || {
        for count in from_main {
            assert!(count < 9_000, "counted too far");
            to_main.send(count + 1).unwrap();
        }
    });
    to_other.send(0).unwrap();
    while let Ok(count) = from_other.recv() {
        to_other.send(count).unwrap();
    }
    other.join().unwrap();
}
