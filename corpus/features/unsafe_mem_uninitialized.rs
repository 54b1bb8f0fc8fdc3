//@ no-bug
//@ source: `mem::uninitialized`, as old crates use it: its bytes are ones

#![allow(deprecated)]

use std::mem;
use std::thread;

#[derive(Clone, Copy)]
struct Task {
    call: fn(usize) -> usize,
    data: [usize; 3],
}

fn twice(n: usize) -> usize {
    n * 2
}

fn main() {
    let mut task = Task {
        call: twice,
        data: unsafe { mem::uninitialized() },
    };
    task.data[0] = 21;
    let source = &task as *const Task;
    let copy = unsafe { std::ptr::read(source) };
    let result = thread::spawn(move || (copy.call)(copy.data[0])).join().unwrap();
    assert_eq!(result, 42);
    assert_eq!(task.data[1], 0x0101_0101_0101_0101);
    let byte: u8 = unsafe { mem::uninitialized() };
    assert_eq!(byte, 1);
}
