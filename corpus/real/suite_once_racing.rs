//@ no-bug
//@ source: test-suite style: many threads at one Once, each sees the effect

use std::sync::mpsc::channel;
use std::sync::Once;
use std::thread;

static O: Once = Once::new();
static mut RUN: bool = false;

fn main() {
    let (tx, rx) = channel();
    for _ in 0..2 {
        let tx = tx.clone();
        thread::spawn(move || {
            unsafe {
                O.call_once(|| {
                    assert!(!RUN);
                    RUN = true;
                });
                assert!(RUN);
            }
            tx.send(()).unwrap();
        });
    }
    unsafe {
        O.call_once(|| {
            assert!(!RUN);
            RUN = true;
        });
        assert!(RUN);
    }
    for _ in 0..2 {
        rx.recv().unwrap();
    }
}
