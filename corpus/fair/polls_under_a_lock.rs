//@ no-bug
//@ source: new; who waits for a flag counts under a lock how often it looked, which others look at, too
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

#[derive(Default)]
struct Statistics {
    polls: u64,
}

fn main() {
    let done = Arc::new(AtomicBool::new(false));
    let statistics = Arc::new(Mutex::new(Statistics::default()));
    let worker = {
        let (done, statistics) = (done.clone(), statistics.clone());
        thread::spawn(move || {
            let polls_so_far = statistics.lock().unwrap().polls;
            done.store(true, Ordering::SeqCst);
            polls_so_far
        })
    };
    while !done.load(Ordering::SeqCst) {
        statistics.lock().unwrap().polls += 1;
        thread::yield_now();
    }
    let polls_so_far = worker.join().unwrap();
    assert!(statistics.lock().unwrap().polls >= polls_so_far);
    println!("done");
}
