//@ no-bug
//@ source: new; a recursion of fifty thousand calls, and a list of ten thousand boxes that is dropped from its head, have room on a native stack

use std::thread;

struct Node {
    value: u64,
    next: Option<Box<Node>>,
}

fn depth(n: u64) -> u64 {
    if n == 0 { 0 } else { 1 + depth(n - 1) }
}

fn sum(list: &Option<Box<Node>>) -> u64 {
    match list {
        Some(node) => node.value + sum(&node.next),
        None => 0,
    }
}

fn main() {
    assert_eq!(depth(50_000), 50_000);
    let total = thread::spawn(|| {
        let list = (1..=10_000).fold(None, |next, value| Some(Box::new(Node { value, next })));
        sum(&list)
    });
    println!("{}", total.join().unwrap());
}
