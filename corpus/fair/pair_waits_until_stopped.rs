//@ no-bug
// Two threads wait for each other by turns until a sleeper stops them.

use std::sync::*;
use std::{thread, time::Duration};

static M: Mutex<(Option<u8>, bool)> = Mutex::new((None, false));
static C: Condvar = Condvar::new();

fn main() {
    let p = thread::spawn(|| loop {
        let mut g = C
            .wait_while(M.lock().unwrap(), |s| s.0.is_some() && !s.1)
            .unwrap();
        if g.1 {
            return;
        }
        g.0 = Some(1);
        C.notify_all();
    });
    let c = thread::spawn(|| {
        let mut got = false;
        loop {
            let mut g = C
                .wait_while(M.lock().unwrap(), |s| s.0.is_none() && !s.1)
                .unwrap();
            if g.1 {
                return got;
            }
            got |= g.0.take().is_some();
            C.notify_all();
        }
    });
    thread::sleep(Duration::from_millis(20));
    M.lock().unwrap().1 = true;
    C.notify_all();
    p.join().unwrap();
    let _ = c.join().unwrap();
}
