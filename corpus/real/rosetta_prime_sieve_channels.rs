//@ no-bug
//@ source: Rosetta Code style: the concurrent prime sieve, one filter thread a prime

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

fn generate(tx: SyncSender<u32>, limit: u32) {
    for n in 2..=limit {
        if tx.send(n).is_err() {
            return;
        }
    }
}

fn filter(rx: Receiver<u32>, prime: u32) -> Receiver<u32> {
    let (tx, next) = sync_channel(1);
    thread::spawn(move || {
        for n in rx.iter().filter(|n| n % prime != 0) {
            if tx.send(n).is_err() {
                break;
            }
        }
    });
    next
}

fn main() {
    let (tx, mut rx) = sync_channel(1);
    let source = thread::spawn(move || generate(tx, 5));
    let mut primes = vec![];
    while let Ok(prime) = rx.recv() {
        primes.push(prime);
        rx = filter(rx, prime);
    }
    source.join().unwrap();
    println!("{primes:?}");
}
