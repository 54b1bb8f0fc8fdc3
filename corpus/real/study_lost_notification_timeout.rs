//@ bug: panic
//@ message: "gave up"
//@ source: bug study: the flag is set without its lock, so the notification can fall between check and wait, and the timeout is taken for an answer

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

#[derive(Default)]
struct Event {
    set: AtomicBool,
    lock: Mutex<()>,
    condvar: Condvar,
}

impl Event {
    fn signal(&self) {
        self.set.store(true, Ordering::SeqCst);
        self.condvar.notify_all();
    }

    fn wait(&self) -> Result<(), &'static str> {
        let guard = self.lock.lock().unwrap();
        if self.set.load(Ordering::SeqCst) {
            return Ok(());
        }
        let (_guard, result) = self.condvar.wait_timeout(guard, Duration::from_secs(1)).unwrap();
        if result.timed_out() { Err("gave up") } else { Ok(()) }
    }
}

fn main() {
    let event = Arc::new(Event::default());
    let signaller = {
        let event = event.clone();
        thread::spawn(move || event.signal())
    };
    event.wait().unwrap();
    signaller.join().unwrap();
}
