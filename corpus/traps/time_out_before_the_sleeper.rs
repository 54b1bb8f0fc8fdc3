//@ no-bug
//@ outcomes: 4
//@ source: the order of two stores must not decide whether a sleeper may come before another's time-out
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

static LAST: AtomicI32 = AtomicI32::new(0);

fn main() {
    let (tx, rx) = mpsc::sync_channel::<i32>(0);
    let closer = thread::spawn(move || {
        LAST.store(1, Ordering::SeqCst);
        let sleeper = thread::spawn(|| thread::sleep(Duration::from_millis(2)));
        sleeper.join().unwrap();
        drop(tx);
    });
    let waiter = thread::spawn(move || rx.recv_timeout(Duration::from_millis(2)));
    LAST.store(2, Ordering::SeqCst);
    closer.join().unwrap();
    let how = match waiter.join().unwrap() {
        Ok(_) => "a message",
        Err(RecvTimeoutError::Timeout) => "time-out",
        Err(RecvTimeoutError::Disconnected) => "closed",
    };
    println!("{how} {}", LAST.load(Ordering::SeqCst));
}
