//@ bug: undefined-behavior
//@ source: the tail of a list is followed without a look for null

use std::ptr;

struct Node {
    value: u32,
    next: *const Node,
}

fn third(list: &Node) -> u32 {
    unsafe {
        let second = (*list).next;
        let third = (*second).next;
        (*third).value // BUG
    }
}

fn main() {
    let tail = Node { value: 2, next: ptr::null() };
    let head = Node { value: 1, next: &tail };
    println!("{} {}", third(&head), tail.value);
}
