//@ no-bug
//@ executions: 1
//@ formula: 1
//@ counts: N=1: 1, N=4: 1, N=12: 1
//@ source: one sender and one receiver a channel leave nothing to chance, bounded or not

use std::sync::mpsc;
use std::thread;

const N: u32 = 4;

fn main() {
    let (numbers, doubler) = mpsc::channel();
    let (doubled, results) = mpsc::sync_channel(2);
    thread::spawn(move || {
        for i in 0..N {
            numbers.send(i).unwrap();
        }
    });
    thread::spawn(move || {
        for number in doubler {
            doubled.send(2 * number).unwrap();
        }
    });
    assert!(results.iter().eq((0..N).map(|i| 2 * i)));
}
