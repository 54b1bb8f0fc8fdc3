//@ no-bug
//@ source: either of a sleep and a timed wait may end first, whatever their lengths
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

static FIRST: AtomicU32 = AtomicU32::new(0);

fn main() {
    let waiter = thread::spawn(|| {
        let (lock, condvar) = (Mutex::new(()), Condvar::new());
        let guard = lock.lock().unwrap();
        let _ = condvar
            .wait_timeout(guard, Duration::from_millis(1))
            .unwrap();
        let _ = FIRST.compare_exchange(0, 1, SeqCst, SeqCst);
    });
    let sleeper = thread::spawn(|| {
        thread::sleep(Duration::from_millis(1));
        let _ = FIRST.compare_exchange(0, 2, SeqCst, SeqCst);
    });
    waiter.join().unwrap();
    sleeper.join().unwrap();
    println!("{}", FIRST.load(SeqCst));
}
