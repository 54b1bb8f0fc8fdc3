//@ bug: panic
//@ message: "the data is missing"
//@ source: bug study: the flag is raised before the data is there

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

struct Job {
    done: AtomicBool,
    result: Mutex<Option<String>>,
}

fn main() {
    let job = Arc::new(Job { done: AtomicBool::new(false), result: Mutex::new(None) });
    let j = Arc::clone(&job);
    let worker = thread::spawn(move || {
        j.done.store(true, Ordering::SeqCst);
        *j.result.lock().unwrap() = Some("42".to_string());
    });
    while !job.done.load(Ordering::SeqCst) {
        thread::yield_now();
    }
    let result = job.result.lock().unwrap().take();
    println!("{}", result.expect("the data is missing").len());
    worker.join().unwrap();
}
