//@ no-bug

use std::thread;

fn main() {
    let handle = thread::spawn(|| {
        println!("child");
    });
    handle.join().unwrap();
    println!("main");
}
