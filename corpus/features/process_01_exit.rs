//@ no-bug

use std::process;
use std::thread;

struct Noisy;

impl Drop for Noisy {
    fn drop(&mut self) {
        println!("never printed");
    }
}

fn main() {
    let _n = Noisy;
    let t = thread::spawn(|| println!("child"));
    t.join().unwrap();
    println!("exiting");
    process::exit(0);
}
