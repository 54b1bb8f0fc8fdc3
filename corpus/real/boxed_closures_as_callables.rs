//@ no-bug
//@ source: Box<dyn FnOnce> and Box<dyn FnMut> passed where a generic callable is wanted, thread::spawn included

use std::thread;
fn run<F: FnOnce() -> T, T>(f: F) -> T {
    f()
}
fn main() {
    let v = vec![1, 2, 3];
    let b: Box<dyn FnOnce() -> usize + Send> = Box::new(move || v.len());
    println!("{}", run(b));
    let c: Box<dyn FnOnce() -> usize + Send> = Box::new(move || 5);
    println!("{}", thread::spawn(c).join().unwrap());
    let d: Box<dyn FnOnce() -> usize + Send> = Box::new(move || 6);
    println!("{}", Some(3).map_or_else(d, |x| x));
    let e: Box<dyn FnMut(i32) -> i32> = Box::new(|x| x + 1);
    println!("{:?}", [1, 2].into_iter().map(e).collect::<Vec<_>>());
}
