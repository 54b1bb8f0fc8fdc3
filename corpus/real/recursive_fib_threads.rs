//@ no-bug
//@ source: fork and join by recursion

use std::thread;

fn fib(n: u32) -> u64 {
    if n < 2 {
        return n.into();
    }
    if n < 4 {
        return fib(n - 1) + fib(n - 2);
    }
    let left = thread::spawn(move || fib(n - 1));
    let right = fib(n - 2);
    left.join().expect("a child failed") + right
}

fn main() {
    println!("{}", fib(7));
}
