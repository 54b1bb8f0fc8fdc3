//@ bug: panic
//@ message: "somebody wrote in between"
//@ first-bug-executions: 10
//@ source: Chen 2009, kernel program `wronglock`: two threads guard one value with two
//@ source: different locks.

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;

const RIGHT: usize = 1;
const WRONG: usize = 1;

#[derive(Default)]
struct Data {
    lock: Mutex<()>,
    value: AtomicI32,
}

struct Wronglock {
    data: Data,
    other: Mutex<()>,
}

impl Wronglock {
    fn under_data_lock(&self) {
        let _guard = self.data.lock.lock().unwrap();
        let x = self.data.value.load(Relaxed);
        self.data.value.store(self.data.value.load(Relaxed) + 1, Relaxed);
        if self.data.value.load(Relaxed) != x + 1 {
            panic!("somebody wrote in between");
        }
    }

    fn under_other_lock(&self) {
        let _guard = self.other.lock().unwrap();
        self.data.value.store(self.data.value.load(Relaxed) + 1, Relaxed);
    }
}

fn main() {
    let shared = Arc::new(Wronglock { data: Data::default(), other: Mutex::new(()) });
    let mut handles = vec![];
    for _ in 0..RIGHT {
        let shared = shared.clone();
        handles.push(thread::spawn(move || shared.under_data_lock()));
    }
    for _ in 0..WRONG {
        let shared = shared.clone();
        handles.push(thread::spawn(move || shared.under_other_lock()));
    }
    for handle in handles {
        handle.join().unwrap();
    }
}
