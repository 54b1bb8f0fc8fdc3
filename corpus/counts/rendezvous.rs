//@ no-bug
//@ executions: 6
//@ formula: N!
//@ counts: N=1: 1, N=2: 2, N=3: 6, N=4: 24
//@ source: N threads hand one message each to a receiver that waits for them

use std::sync::mpsc;
use std::thread;

const N: usize = 3;

fn main() {
    let (tx, rx) = mpsc::sync_channel(0);
    for i in 0..N {
        let tx = tx.clone();
        thread::spawn(move || tx.send(i).unwrap());
    }
    drop(tx);
    assert_eq!(rx.iter().sum::<usize>(), N * (N - 1) / 2);
}
