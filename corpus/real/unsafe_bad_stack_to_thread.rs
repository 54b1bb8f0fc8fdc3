//@ bug: undefined-behavior
//@ source: a thread keeps a pointer to a local of a function that may return first

use std::thread::{self, JoinHandle};

struct Send_(*const u32);
unsafe impl Send for Send_ {}

fn start() -> JoinHandle<u32> {
    let local = 5;
    let pointer = Send_(&local);
    thread::spawn(move || {
        let pointer = pointer;
        unsafe { *pointer.0 } // BUG
    })
} // BUG

fn main() {
    let t = start();
    println!("{}", t.join().unwrap());
}
