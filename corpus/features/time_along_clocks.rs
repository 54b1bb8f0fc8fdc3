//@ no-bug
//@ source: new; a wait that timed out took its time for all who learn of it: by message, lock, atomic, notification

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::*};
use std::sync::{Arc, Condvar, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};
const WAIT: Duration = Duration::from_millis(50);
fn message() {
    let start = Instant::now();
    let (tx, rx) = mpsc::channel();
    let t = thread::spawn(move || {
        thread::park_timeout(WAIT);
        tx.send(Instant::now()).unwrap();
    });
    let at = rx.recv().unwrap();
    assert!(Instant::now() >= at);
    assert!(start.elapsed() >= WAIT);
    t.join().unwrap();
}
fn lock() {
    let last = Arc::new(Mutex::new(Instant::now()));
    let theirs = last.clone();
    let t = thread::spawn(move || {
        thread::park_timeout(WAIT);
        let mut last = theirs.lock().unwrap();
        let now = Instant::now();
        assert!(now >= *last);
        *last = now;
    });
    {
        let mut last = last.lock().unwrap();
        let now = Instant::now();
        assert!(now >= *last);
        *last = now;
    }
    t.join().unwrap();
}
fn flag(o1: std::sync::atomic::Ordering, o2: std::sync::atomic::Ordering) {
    let start = Instant::now();
    let done = Arc::new(AtomicBool::new(false));
    let at = Arc::new(AtomicU64::new(0));
    let (d, a) = (done.clone(), at.clone());
    thread::spawn(move || {
        thread::park_timeout(WAIT);
        a.store(start.elapsed().as_nanos() as u64, Relaxed);
        d.store(true, o1);
    });
    while !done.load(o2) {}
    assert!(start.elapsed().as_nanos() as u64 >= at.load(Relaxed));
    assert!(start.elapsed() >= WAIT);
}
fn notified() {
    let start = Instant::now();
    let pair = Arc::new((Mutex::new(0u32), Condvar::new()));
    let p = pair.clone();
    let t = thread::spawn(move || {
        *p.0.lock().unwrap() = 1;
        thread::park_timeout(WAIT);
        *p.0.lock().unwrap() = 2;
        p.1.notify_one();
    });
    let g = pair
        .1
        .wait_while(pair.0.lock().unwrap(), |x| *x < 2)
        .unwrap();
    assert!(start.elapsed() >= WAIT);
    drop(g);
    t.join().unwrap();
}
fn main() {
    message();
    lock();
    flag(Release, Acquire);
    flag(Relaxed, Relaxed);
    notified();
}
