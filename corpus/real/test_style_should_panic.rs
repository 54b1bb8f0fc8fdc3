//@ no-bug
//@ source: a test that is meant to panic

use std::sync::{Arc, Mutex};
use std::thread;

pub fn total(values: Vec<u8>) -> u8 {
    let sum = Arc::new(Mutex::new(0u8));
    let handles: Vec<_> = values
        .into_iter()
        .map(|v| {
            let sum = Arc::clone(&sum);
            thread::spawn(move || {
                let mut sum = sum.lock().unwrap_or_else(|e| e.into_inner());
                *sum = sum.saturating_add(v);
            })
        })
        .collect();
    for h in handles {
        h.join().unwrap();
    }
    let total = *sum.lock().unwrap();
    assert!(total < u8::MAX, "the sum is too big");
    total
}

#[test]
#[should_panic(expected = "too big")]
fn sum_saturates() {
    total(vec![200, 100]);
}
