//@ bug: deadlock

use std::thread;
use std::time::Duration;

fn main() {
    let sleeper = thread::spawn(|| thread::park_timeout(Duration::MAX));
    sleeper.join().unwrap();
}
