//@ no-bug
// Waits that run out more often than is tried at any moment, beside two threads that keep each other busy.

use std::sync::{
    atomic::{AtomicBool, Ordering::SeqCst},
    mpsc::*,
};
use std::{thread, time::Duration};

static STOP: AtomicBool = AtomicBool::new(false);

fn main() {
    let (t0, r0) = sync_channel::<u8>(1);
    let (t1, r1) = sync_channel::<u8>(1);
    t0.send(1).unwrap();
    let f = |r: Receiver<u8>, t: SyncSender<u8>| {
        move || {
            while let Ok(x) = r.recv() {
                if STOP.load(SeqCst) || t.send(x).is_err() {
                    break;
                }
            }
        }
    };
    let a = thread::spawn(f(r0, t1));
    let b = thread::spawn(f(r1, t0));
    let (_k, r) = channel::<()>();
    for _ in 0..6 {
        assert!(r.recv_timeout(Duration::from_millis(5)).is_err());
    }
    STOP.store(true, SeqCst);
    a.join().unwrap();
    b.join().unwrap();
}
