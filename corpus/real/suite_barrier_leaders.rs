//@ no-bug
//@ source: test-suite style: nobody passes before the last, and there is one leader

use std::sync::mpsc::{channel, TryRecvError};
use std::sync::{Arc, Barrier};
use std::thread;

fn main() {
    const N: usize = 3;
    let barrier = Arc::new(Barrier::new(N));
    let (tx, rx) = channel();
    for _ in 0..N - 1 {
        let c = barrier.clone();
        let tx = tx.clone();
        thread::spawn(move || {
            tx.send(c.wait().is_leader()).unwrap();
        });
    }
    assert!(matches!(rx.try_recv(), Err(TryRecvError::Empty)));
    let mut leader_found = barrier.wait().is_leader();
    for _ in 0..N - 1 {
        if rx.recv().unwrap() {
            assert!(!leader_found);
            leader_found = true;
        }
    }
    assert!(leader_found);
}
