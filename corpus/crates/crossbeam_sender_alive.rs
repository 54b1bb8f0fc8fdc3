//@ bug: deadlock
//@ source: the original sender stays alive in main, so that the receiver's loop never ends

use crossbeam_channel::bounded;
use std::thread;

fn main() {
    let (tx, rx) = bounded(1);
    let producers: Vec<_> = (0..2)
        .map(|i| {
            let tx = tx.clone();
            thread::spawn(move || tx.send(i).unwrap())
        })
        .collect();
    let mut sum = 0;
    for value in &rx {
        sum += value;
    }
    for producer in producers {
        producer.join().unwrap();
    }
    assert_eq!(sum, 1);
}
