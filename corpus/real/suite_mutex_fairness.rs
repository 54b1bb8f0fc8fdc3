//@ no-bug
//@ source: test-suite style: mutual exclusion seen from a non-atomic pair

use std::sync::{Arc, Mutex};
use std::thread;

const J: u32 = 2;
const K: u32 = 2;

static mut UNPROTECTED: u32 = 0;

fn inc(m: &Mutex<()>) {
    for _ in 0..J {
        let _g = m.lock().unwrap();
        unsafe {
            UNPROTECTED += 1;
        }
    }
}

fn main() {
    let m = Arc::new(Mutex::new(()));
    let threads: Vec<_> = (0..K)
        .map(|_| {
            let m = m.clone();
            thread::spawn(move || inc(&m))
        })
        .collect();
    for t in threads {
        t.join().unwrap();
    }
    assert_eq!(unsafe { UNPROTECTED }, J * K);
}
