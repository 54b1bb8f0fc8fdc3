//@ no-bug
//@ source: FizzBuzz by four threads that take turns, each with two function pointers

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

struct FizzBuzz {
    n: u32,
    current: Mutex<u32>,
    cond: Condvar,
}

impl FizzBuzz {
    fn worker(&self, pred: fn(u32) -> bool, show: fn(u32) -> String, out: &Mutex<Vec<String>>) {
        loop {
            let mut cur = self
                .cond
                .wait_while(self.current.lock().unwrap(), |c| *c <= self.n && !pred(*c))
                .unwrap();
            if *cur > self.n {
                break;
            }
            out.lock().unwrap().push(show(*cur));
            *cur += 1;
            self.cond.notify_all();
        }
    }
}

fn main() {
    let fb = Arc::new(FizzBuzz { n: 15, current: Mutex::new(1), cond: Condvar::new() });
    let out = Arc::new(Mutex::new(Vec::new()));
    let jobs: [(fn(u32) -> bool, fn(u32) -> String); 4] = [
        (|x| x % 3 == 0 && x % 5 != 0, |_| "fizz".to_string()),
        (|x| x % 3 != 0 && x % 5 == 0, |_| "buzz".to_string()),
        (|x| x % 15 == 0, |_| "fizzbuzz".into()),
        (|x| x % 3 != 0 && x % 5 != 0, |x| x.to_string()),
    ];
    let hs: Vec<thread::JoinHandle<_>> = jobs
        .into_iter()
        .map(|(p, s)| {
            let fb = fb.clone();
            let out = out.clone();
            thread::spawn(move || fb.worker(p, s, &out))
        })
        .collect();
    for h in hs {
        h.join().unwrap();
    }
    let out = out.lock().unwrap();
    println!("{}", out.join(","));
    assert_eq!(out.len(), 15);
    assert_eq!(out.last().map(String::as_str), Some("fizzbuzz"));
    assert_eq!(out.iter().filter(|s| s.contains("fizz")).count(), 5);
}
