//@ no-bug
//@ edition: 2024
//@ source: async closures borrow what they capture, and keep their parameters in the future

use std::future::Future;
use std::pin::pin;
use std::task::*;
fn run<T>(f: impl Future<Output = T>) -> T {
    let mut f = pin!(f);
    loop {
        if let Poll::Ready(v) = f.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return v;
        }
    }
}
fn main() {
    let names = vec!["a".to_string()];
    let f = async |i: usize| names[i].clone();
    assert_eq!(run(f(0)) + &run(f(0)), "aa");
    println!("{}", names.len());
    let mut log = vec![];
    let mut g = async |x: u32| {
        log.push(x);
        log.len()
    };
    assert_eq!(run(g(1)) + run(g(2)), 3);
}
