//@ no-bug
//@ source: the channel chapter of a tutorial: several producers, one consumer that sums up

use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::channel();
    for id in 0..3 {
        let sender = sender.clone();
        thread::spawn(move || {
            for item in 0..5 {
                sender.send(id * 10 + item).unwrap();
            }
        });
    }
    drop(sender);
    let mut sum = 0;
    for item in receiver {
        println!("got {item}");
        sum += item;
    }
    assert_eq!(sum, 180);
}
