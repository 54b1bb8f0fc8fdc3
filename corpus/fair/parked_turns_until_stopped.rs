//@ no-bug
// Two threads park and unpark each other until a sleeper stops them.

use std::sync::{
    atomic::{AtomicBool, AtomicU8, Ordering::SeqCst},
    *,
};
use std::{thread, time::Duration};

static T: AtomicU8 = AtomicU8::new(0);
static STOP: AtomicBool = AtomicBool::new(false);
static TH: Mutex<Vec<thread::Thread>> = Mutex::new(vec![]);

fn main() {
    let b = Arc::new(Barrier::new(3));
    let h = [0u8, 1].map(|i| {
        let b = b.clone();
        thread::spawn(move || {
            TH.lock().unwrap().push(thread::current());
            b.wait();
            while !STOP.load(SeqCst) {
                if T.load(SeqCst) == i {
                    T.store(1 - i, SeqCst);
                    for t in TH.lock().unwrap().iter() {
                        t.unpark()
                    }
                } else {
                    thread::park();
                }
            }
        })
    });
    b.wait();
    thread::sleep(Duration::from_millis(10));
    STOP.store(true, SeqCst);
    for t in TH.lock().unwrap().iter() {
        t.unpark()
    }
    for x in h {
        x.join().unwrap()
    }
}
