//@ no-bug
//@ source: what `format!` and `println!` borrow is free again after them, also at the end of a function

use std::cell::RefCell;
use std::sync::Mutex;
use std::thread;

fn at_the_end() -> String {
    let local = Mutex::new(1);
    format!("{}", local.lock().unwrap())
}

fn printed_at_the_end() {
    let local = RefCell::new(vec![1, 2]);
    println!("{:?}", local.borrow())
}

fn main() {
    let shared = Mutex::new(2);
    println!("{} {}", format!("{}", *shared.lock().unwrap()), *shared.lock().unwrap());
    printed_at_the_end();
    thread::scope(|s| {
        let worker = s.spawn(|| {
            let seen = (format!("{:?}", shared.lock().unwrap()), *shared.lock().unwrap());
            format!("{} {} {}", seen.0, seen.1, at_the_end())
        });
        println!("{}", worker.join().unwrap());
    });
    let shown = || {
        let local = Mutex::new(String::from("inner"));
        eprintln!("{}", local.lock().unwrap());
        format!("{}", local.lock().unwrap())
    };
    println!("{}", shown());
}
