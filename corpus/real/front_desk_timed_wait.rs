//@ bug: deadlock
//! Who waits for a time with another lock in hand wants its own lock back from somebody who waits for that other one:
//! after its time has run out, as well as after it was notified. A report says which, and whom a notification wakes.

use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

struct Desk {
    open: Mutex<bool>,
    opened: Condvar,
    served: Mutex<u32>,
}

impl Desk {
    fn open(&self) {
        let mut open = self.open.lock().unwrap();
        *open = true;
        self.opened.notify_all();
        *self.served.lock().unwrap() += 1;
    }
}

fn main() {
    let desk = Desk {
        open: Mutex::new(false),
        opened: Condvar::new(),
        served: Mutex::new(0),
    };
    thread::scope(|scope| {
        let mut served = desk.served.lock().unwrap();
        let open = desk.open.lock().unwrap();
        scope.spawn(|| desk.open());
        let patience = Duration::from_millis(20);
        let waited = desk.opened.wait_timeout_while(open, patience, |open| !*open);
        *served += u32::from(*waited.unwrap().0);
    });
}
