//@ bug: deadlock
//@ source: two parks, one unpark: tokens do not add up

use std::thread;

fn main() {
    let t = thread::spawn(|| {
        thread::park();
        thread::park();
    });
    t.thread().unpark();
    t.thread().unpark();
    t.join().unwrap();
}
