//@ bug: panic
//@ message: "attempt to subtract with overflow"
//@ source: a counter that two threads decrement after one check

use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let tickets = Arc::new(Mutex::new(1u32));
    let handles: Vec<_> = (0..2)
        .map(|_| {
            let tickets = tickets.clone();
            thread::spawn(move || {
                let left = *tickets.lock().unwrap();
                if left > 0 {
                    *tickets.lock().unwrap() -= 1;
                }
            })
        })
        .collect();
    for h in handles {
        h.join().unwrap();
    }
}
