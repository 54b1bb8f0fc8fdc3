//@ bug: panic
//@ message: "nothing came"
//@ with: --time prompt => no-bug
//@ with: --time free => bug: panic
//@ source: waits that are longer than what they wait for takes: only a thread that is slower makes them run out

use std::sync::mpsc::channel;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

fn main() {
    let (sender, receiver) = channel();
    let done = Arc::new((Mutex::new(false), Condvar::new()));
    let worker = {
        let done = done.clone();
        thread::spawn(move || {
            sender.send(7).unwrap();
            *done.0.lock().unwrap() = true;
            done.1.notify_one();
        })
    };
    let second = Duration::from_secs(1);
    assert_eq!(receiver.recv_timeout(second), Ok(7), "nothing came");
    let guard = done.0.lock().unwrap();
    let (guard, _) = done.1.wait_timeout_while(guard, second, |done| !*done).unwrap();
    assert!(*guard, "nothing came");
    drop(guard);
    worker.join().unwrap();
    // Nobody comes here, however prompt.
    let guard = done.0.lock().unwrap();
    let (guard, result) = done.1.wait_timeout(guard, second).unwrap();
    println!("{} {}", *guard, result.timed_out());
}
