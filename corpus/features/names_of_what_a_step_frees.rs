//@ bug: panic
//@ message: "only the start"
//@ source: a receiver that a loop has taken, given up at the loop's end by a step that also frees the channel

use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let (tx, rx) = mpsc::channel::<u32>();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let reader = {
        let seen = seen.clone();
        thread::spawn(move || {
            for number in rx {
                seen.lock().unwrap().push(number);
            }
            drop(seen);
            panic!("only the start");
        })
    };
    tx.send(1).unwrap();
    drop(seen);
    drop(tx);
    reader.join().unwrap();
}
