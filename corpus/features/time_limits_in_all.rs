//@ no-bug
//@ source: new; a limit of several waits is one limit, a sleep after a wait that timed out ends later, barriers and cells hand on the time

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Barrier, Condvar, Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

const fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

fn one_limit() {
    let start = Instant::now();
    let pair = (Mutex::new(0), Condvar::new());
    thread::scope(|s| {
        s.spawn(|| {
            thread::sleep(ms(30));
            *pair.0.lock().unwrap() = 1;
            pair.1.notify_one();
        });
        let guard = pair.0.lock().unwrap();
        let (guard, result) = pair
            .1
            .wait_timeout_while(guard, ms(50), |x| *x < 2)
            .unwrap();
        drop(guard);
        assert!(result.timed_out());
        assert!((ms(50)..ms(60)).contains(&start.elapsed()));
    });
}

fn one_after_the_other() {
    let log = Mutex::new(Vec::new());
    let (_open, messages) = mpsc::channel::<()>();
    thread::scope(|s| {
        let log = &log;
        s.spawn(move || {
            assert_eq!(
                messages.recv_timeout(ms(60)),
                Err(RecvTimeoutError::Timeout)
            );
            thread::sleep(ms(60));
            log.lock().unwrap().push(120);
        });
        thread::sleep(ms(100));
        log.lock().unwrap().push(100);
    });
    assert_eq!(*log.lock().unwrap(), [100, 120]);
}

fn handed_on() {
    let start = Instant::now();
    let (barrier, cell) = (Barrier::new(2), OnceLock::new());
    thread::scope(|s| {
        s.spawn(|| {
            thread::park_timeout(ms(40));
            barrier.wait();
            thread::park_timeout(ms(40));
            cell.set(Instant::now()).unwrap();
        });
        barrier.wait();
        assert!(start.elapsed() >= ms(40));
        if let Some(at) = cell.get() {
            assert!(Instant::now() >= *at);
            assert!(start.elapsed() >= ms(80));
        }
    });
}

fn main() {
    one_limit();
    one_after_the_other();
    handed_on();
}
