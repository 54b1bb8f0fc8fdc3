//@ no-bug

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

fn main() {
    let ready = Arc::new(AtomicBool::new(false));
    let r = ready.clone();
    let t = thread::spawn(move || {
        thread::sleep(Duration::from_millis(5));
        r.store(true, Ordering::Release);
    });
    while !ready.load(Ordering::Acquire) {
        thread::yield_now();
    }
    println!("ready");
    t.join().unwrap();
    let done = Arc::new(AtomicBool::new(false));
    let d = done.clone();
    let t = thread::spawn(move || {
        while !d.load(Ordering::SeqCst) {
            std::hint::spin_loop();
        }
        println!("done");
    });
    done.store(true, Ordering::SeqCst);
    t.join().unwrap();
}
