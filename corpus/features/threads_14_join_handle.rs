//@ no-bug

use std::thread::{self, JoinHandle};

fn start(n: u64) -> JoinHandle<Result<u64, String>> {
    thread::spawn(move || if n % 2 == 0 { Ok(n * n) } else { Err(format!("{n} is odd")) })
}

fn main() {
    let handles: Vec<_> = (1..=4).map(start).collect();
    for h in handles {
        match h.join() {
            Ok(Ok(n)) => println!("{n}"),
            Ok(Err(e)) => println!("{e}"),
            Err(_) => println!("panicked"),
        }
    }
    let nested = thread::spawn(|| {
        let inner = thread::spawn(|| 20);
        inner.join().unwrap() + 1
    });
    println!("{}", nested.join().unwrap());
    let h = thread::spawn(|| {});
    while !h.is_finished() {
        thread::yield_now();
    }
    println!("{:?}", h.join().is_ok());
    let mut maybe = Some(thread::spawn(|| "taken"));
    if let Some(h) = maybe.take() {
        println!("{}", h.join().unwrap());
    }
    println!("{}", maybe.is_none());
}
