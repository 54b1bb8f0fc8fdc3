//@ no-bug
//@ source: what a woken thread does comes after all that the notifier did before, and in no other order
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

static WOKEN: Condvar = Condvar::new();
static STEPS: AtomicU32 = AtomicU32::new(0);

fn main() {
    let lock = Mutex::new(());
    thread::scope(|scope| {
        let waiter = scope.spawn(|| {
            let guard = lock.lock().unwrap();
            let (guard, result) = WOKEN.wait_timeout(guard, Duration::from_secs(1)).unwrap();
            drop(guard);
            (result.timed_out(), STEPS.fetch_add(1, SeqCst))
        });
        let first = STEPS.compare_exchange(1, 2, SeqCst, SeqCst).is_ok();
        WOKEN.notify_all();
        let (timed_out, before) = waiter.join().unwrap();
        assert!(timed_out || !first, "woken before the notification");
        println!("{timed_out} {first} {before}");
    });
}
