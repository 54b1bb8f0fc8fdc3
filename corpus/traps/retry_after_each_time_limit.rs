//@ no-bug
//@ source: who tries again after each time limit, and counts how often, does not do so for ever
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

fn main() {
    let shared = Arc::new((Mutex::new(false), Condvar::new()));
    let starter = {
        let shared = shared.clone();
        thread::spawn(move || {
            *shared.0.lock().unwrap() = true;
            shared.1.notify_one();
        })
    };
    let mut tries = 0;
    let mut started = shared.0.lock().unwrap();
    while !*started {
        let (guard, result) = shared
            .1
            .wait_timeout(started, Duration::from_millis(50))
            .unwrap();
        started = guard;
        if result.timed_out() {
            tries += 1;
            eprintln!("still waiting after {tries} tries");
        }
    }
    drop(started);
    starter.join().unwrap();
}
