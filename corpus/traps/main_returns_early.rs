//@ no-bug
//@ outcomes: 2
//@ source: a detached thread dies with main

use std::thread;

fn main() {
    thread::spawn(|| print!("detached"));
}
