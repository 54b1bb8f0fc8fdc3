//@ no-bug
//@ source: a handler of signals that never comes, random bytes that are the same in every run

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

fn main() {
    let running = Arc::new(AtomicBool::new(true));
    let stop = running.clone();
    ctrlc::set_handler(move || stop.store(false, Ordering::SeqCst)).expect("a handler");
    assert!(ctrlc::set_handler(|| ()).is_err());
    let worker = thread::spawn(move || {
        let mut bytes = [0u8; 12];
        getrandom::fill(&mut bytes).expect("bytes");
        let mut rounds = 0;
        while running.load(Ordering::SeqCst) && rounds < 3 {
            rounds += 1;
        }
        (rounds, bytes)
    });
    let mut own = [0u8; 12];
    getrandom::fill(&mut own).expect("bytes");
    let (rounds, bytes) = worker.join().expect("no panic");
    assert_eq!(rounds, 3);
    assert!(own != bytes && own != [0; 12]);
}
