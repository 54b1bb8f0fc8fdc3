//@ no-bug
//@ source: the prime sieve of communicating processes: a thread per prime

use std::sync::mpsc::{sync_channel, Receiver};
use std::thread;

const COUNT: usize = 3;

fn generate() -> Receiver<u32> {
    let (tx, rx) = sync_channel(0);
    thread::spawn(move || {
        let mut i = 2;
        while tx.send(i).is_ok() {
            i += 1;
        }
    });
    rx
}

fn filter(input: Receiver<u32>, prime: u32) -> Receiver<u32> {
    let (tx, rx) = sync_channel(0);
    thread::spawn(move || {
        for i in input {
            if i % prime != 0 && tx.send(i).is_err() {
                break;
            }
        }
    });
    rx
}

fn main() {
    let mut ch = generate();
    for _ in 0..COUNT {
        let prime = ch.recv().unwrap();
        println!("{}", prime);
        ch = filter(ch, prime);
    }
}
