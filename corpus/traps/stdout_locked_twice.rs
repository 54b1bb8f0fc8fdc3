//@ no-bug
//@ outcomes: 3
//@ source: new; the lock of standard output is re-entrant, and nobody else prints while a thread has it
use std::io::{self, Write};
use std::thread;

fn main() {
    let worker = thread::spawn(|| {
        let mut out = io::stdout().lock();
        for i in 0..3 {
            writeln!(out, "worker {i}").unwrap();
            println!("worker again");
        }
    });
    let stdout = io::stdout();
    {
        let mut outer = stdout.lock();
        let mut inner = stdout.lock();
        for i in 0..2 {
            write!(outer, "main {i}").unwrap();
            writeln!(inner).unwrap();
        }
    }
    println!("free");
    eprintln!("another stream");
    worker.join().unwrap();
}
