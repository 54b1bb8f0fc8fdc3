//@ bug: panic
// Two threads send each other messages until a sleeper stops them.

use std::sync::{
    atomic::{AtomicBool, Ordering::SeqCst},
    mpsc::sync_channel,
};
use std::{thread, time::Duration};

static RUN: AtomicBool = AtomicBool::new(true);

fn main() {
    let (a, ra) = sync_channel(1);
    let (b, rb) = sync_channel(1);
    let p = thread::spawn(move || {
        while RUN.load(SeqCst) {
            a.send(1).unwrap();
            rb.recv().unwrap();
        }
    });
    let q = thread::spawn(move || {
        while let Ok(x) = ra.recv() {
            b.send(x).unwrap();
        }
    });
    thread::sleep(Duration::from_millis(50));
    RUN.store(false, SeqCst);
    p.join().unwrap();
    q.join().unwrap();
    panic!("always");
}
