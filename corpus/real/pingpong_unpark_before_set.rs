//@ bug: deadlock
//@ source: the flag is looked at before the waiter is registered: nobody unparks it

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread::{self, Thread};
static TURN: AtomicU8 = AtomicU8::new(0);
static WAITER: OnceLock<Mutex<Option<Thread>>> = OnceLock::new();
fn main() {
    WAITER.set(Mutex::new(None)).ok();
    let t = thread::spawn(|| {
        if TURN.load(Ordering::SeqCst) == 0 {
            *WAITER.get().unwrap().lock().unwrap() = Some(thread::current());
            thread::park();
        }
    });
    TURN.store(1, Ordering::SeqCst);
    if let Some(w) = WAITER.get().unwrap().lock().unwrap().take() {
        w.unpark();
    }
    t.join().unwrap();
}
