//@ no-bug
//@ executions: 6
//@ formula: N!
//@ counts: N=1: 1, N=2: 2, N=3: 6, N=4: 24
//@ source: N threads send one message each: only the order of the sends is a difference

use std::sync::mpsc;
use std::thread;

const N: usize = 3;

fn main() {
    let (tx, rx) = mpsc::channel();
    for i in 0..N {
        let tx = tx.clone();
        thread::spawn(move || tx.send(i).unwrap());
    }
    drop(tx);
    assert_eq!(rx.iter().sum::<usize>(), N * (N - 1) / 2);
}
