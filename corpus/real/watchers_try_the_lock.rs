//@ no-bug
//@ source: who only looks whether a lock is taken, beside somebody who takes it again and again: he finds it taken, some day
//! Each of them comes back to where it was, with nothing left behind. A lock that was taken and given back can be seen
//! to be taken all the same by who tries it, a mutex as well as a lock for readers and writers.
use std::sync::{Arc, Mutex, RwLock};
use std::thread;
use std::time::Duration;

const SHIFT: Duration = Duration::from_millis(3);

fn work_for_ever(work: impl Fn() + Send + 'static) {
    thread::spawn(move || {
        loop {
            work();
            thread::sleep(SHIFT);
        }
    });
}

fn see_twice(is_busy: impl Fn() -> bool) {
    let mut seen = 0;
    while seen < 2 {
        if is_busy() {
            seen += 1;
        }
        thread::sleep(SHIFT);
    }
}

fn main() {
    let desk = Arc::new(Mutex::new(0));
    let taken = Arc::clone(&desk);
    work_for_ever(move || {
        let _desk = taken.lock().unwrap();
        thread::sleep(SHIFT);
    });
    see_twice(|| desk.try_lock().is_err());

    let shelf = Arc::new(RwLock::new(0));
    let sorted = Arc::clone(&shelf);
    work_for_ever(move || {
        let _shelf = sorted.write().unwrap();
        thread::sleep(SHIFT);
    });
    see_twice(|| shelf.try_write().is_err());
}
