//@ no-bug
//@ source: new; who sees that a lock is taken, a count has changed or a message is there knows how late it is

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::thread;
use std::time::{Duration, Instant};

const WAIT: Duration = Duration::from_millis(20);

fn taken() {
    let start = Instant::now();
    let (lock, seen) = (Mutex::new(()), AtomicBool::new(false));
    thread::scope(|s| {
        s.spawn(|| {
            thread::park_timeout(WAIT);
            let _held = lock.lock().unwrap();
            while !seen.load(Ordering::Relaxed) {
                thread::yield_now();
            }
        });
        while lock.try_lock().is_ok() {
            thread::yield_now();
        }
        assert!(start.elapsed() >= WAIT);
        seen.store(true, Ordering::Relaxed);
    });
}

fn read() {
    let start = Instant::now();
    let (lock, seen) = (RwLock::new(()), AtomicBool::new(false));
    thread::scope(|s| {
        s.spawn(|| {
            thread::park_timeout(WAIT);
            let _held = lock.read().unwrap();
            while !seen.load(Ordering::Relaxed) {
                thread::yield_now();
            }
        });
        while lock.try_write().is_ok() {
            thread::yield_now();
        }
        assert!(start.elapsed() >= WAIT);
        seen.store(true, Ordering::Relaxed);
    });
}

fn counted() {
    let start = Instant::now();
    let ours = Arc::new(());
    let theirs = ours.clone();
    thread::spawn(move || {
        thread::park_timeout(WAIT);
        drop(theirs);
    });
    while Arc::strong_count(&ours) > 1 {
        thread::yield_now();
    }
    assert!(start.elapsed() >= WAIT);
}

fn main() {
    taken();
    read();
    counted();
}
