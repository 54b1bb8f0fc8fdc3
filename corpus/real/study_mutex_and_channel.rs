//@ bug: deadlock
//@ source: bug study: a thread holds a lock while it waits for a message, and the sender needs
//@ source: the lock first

use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let state = Arc::new(Mutex::new(vec![0u8; 4]));
    let (tx, rx) = mpsc::channel::<u8>();
    let receiver = {
        let state = Arc::clone(&state);
        thread::spawn(move || {
            let mut s = state.lock().unwrap();
            let n = rx.recv().unwrap();
            s[0] = n;
        })
    };
    let first = state.lock().unwrap()[0];
    tx.send(first + 1).unwrap();
    receiver.join().unwrap();
    assert_eq!(state.lock().unwrap()[0], 1);
}
