//@ bug: panic
// A sleeper wakes beside a thread that sends itself messages for ever.

use std::sync::mpsc::*;
use std::{thread, time::Duration};

fn main() {
    thread::spawn(|| {
        let (t, r) = channel();
        loop {
            t.send(1).unwrap();
            r.recv().unwrap();
        }
    });
    thread::sleep(Duration::from_millis(10));
    panic!("always");
}
