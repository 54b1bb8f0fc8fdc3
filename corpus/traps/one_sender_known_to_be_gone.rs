//@ no-bug
//@ outcomes: 4
//@ source: somebody knows that one sender has gone, and may find the channel empty or closed
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc;
use std::thread;

static GONE: AtomicBool = AtomicBool::new(false);

fn main() {
    let (sender, receiver) = mpsc::channel::<u8>();
    let other = sender.clone();
    let leaves = thread::spawn(move || {
        drop(other);
        GONE.store(true, SeqCst);
    });
    let looks = thread::spawn(move || (GONE.load(SeqCst), receiver.try_recv()));
    drop(sender);
    leaves.join().unwrap();
    println!("{:?}", looks.join().unwrap());
}
