//@ no-bug
//@ source: a loop that prints while it waits still waits
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let setter = thread::spawn(|| READY.store(true, Ordering::SeqCst));
    while !READY.load(Ordering::SeqCst) {
        eprintln!("not ready yet");
    }
    setter.join().unwrap();
    println!("ready");
}
