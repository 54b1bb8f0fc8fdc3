//@ no-bug
//@ outcomes: 2
//@ source: a spin loop that counts its rounds, in a thread that somebody unparks meanwhile: that is nothing
//@ source: to a loop which does not park

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let spinner = thread::spawn(|| {
        let mut rounds = 0u64;
        while !READY.load(SeqCst) {
            rounds += 1;
        }
        rounds == 0
    });
    let handle = spinner.thread().clone();
    let waker = thread::spawn(move || handle.unpark());
    let setter = thread::spawn(|| READY.store(true, SeqCst));

    waker.join().unwrap();
    setter.join().unwrap();
    println!("at once: {}", spinner.join().unwrap());
}
