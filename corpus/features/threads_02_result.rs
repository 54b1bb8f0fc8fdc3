//@ no-bug

use std::thread;

fn main() {
    let handle = thread::spawn(|| 6 * 7);
    let answer = handle.join().unwrap();
    println!("{answer}");
    let text = thread::spawn(|| String::from("from the thread")).join().unwrap();
    println!("{text}");
}
