//@ no-bug
//@ source: new; a wait that has timed out, or a loop that has watched the clock, took its time for whoever joins the thread, too

use std::hint;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

const WAIT: Duration = Duration::from_millis(50);

fn timed_out() {
    let start = Instant::now();
    let (_open, messages) = mpsc::channel::<()>();
    let waiter = thread::spawn(move || messages.recv_timeout(WAIT).is_err());
    assert!(waiter.join().unwrap());
    assert!(start.elapsed() >= WAIT);
}

fn watched() {
    let start = Instant::now();
    thread::scope(|s| {
        s.spawn(|| {
            while start.elapsed() < WAIT {
                hint::spin_loop();
            }
        });
    });
    assert!(start.elapsed() >= WAIT);
}

fn handed_on() {
    let start = Instant::now();
    let seen = thread::spawn(move || {
        thread::park_timeout(WAIT);
        thread::spawn(move || start.elapsed()).join().unwrap()
    });
    assert!(seen.join().unwrap() >= WAIT);
}

fn main() {
    timed_out();
    watched();
    handed_on();
}
