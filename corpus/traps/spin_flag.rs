//@ no-bug
//@ source: a spin loop ends when the other thread gets its turn

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

static FLAG: AtomicBool = AtomicBool::new(false);

fn main() {
    let t = thread::spawn(|| FLAG.store(true, SeqCst));
    while !FLAG.load(SeqCst) {}
    println!("seen");
    t.join().unwrap();
}
