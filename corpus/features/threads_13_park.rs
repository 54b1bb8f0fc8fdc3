//@ no-bug

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

fn main() {
    let flag = Arc::new(AtomicBool::new(false));
    let f = Arc::clone(&flag);
    let parked = thread::spawn(move || {
        while !f.load(Ordering::Acquire) {
            thread::park();
        }
        println!("unparked");
    });
    flag.store(true, Ordering::Release);
    parked.thread().unpark();
    parked.join().unwrap();

    // A token is kept for the next park, and there is only one.
    let me = thread::current();
    me.unpark();
    me.unpark();
    thread::park();
    println!("token used");
    thread::park_timeout(Duration::from_millis(1));
    println!("timed out");

    let main_thread = thread::current();
    let child = thread::spawn(move || {
        println!("child wakes main");
        main_thread.unpark();
    });
    thread::park();
    child.join().unwrap();
    println!("end");
}
