//@ no-bug
//@ source: `wronglock` with one lock for everybody.

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;

const CHECKED: usize = 1;
const PLAIN: usize = 1;

#[derive(Default)]
struct Data {
    lock: Mutex<()>,
    value: AtomicI32,
}

impl Data {
    fn checked_increment(&self) {
        let _guard = self.lock.lock().unwrap();
        let x = self.value.load(Relaxed);
        self.value.store(self.value.load(Relaxed) + 1, Relaxed);
        if self.value.load(Relaxed) != x + 1 {
            panic!("somebody wrote in between");
        }
    }

    fn increment(&self) {
        let _guard = self.lock.lock().unwrap();
        self.value.store(self.value.load(Relaxed) + 1, Relaxed);
    }
}

fn main() {
    let data = Arc::new(Data::default());
    let mut handles = vec![];
    for _ in 0..CHECKED {
        let data = data.clone();
        handles.push(thread::spawn(move || data.checked_increment()));
    }
    for _ in 0..PLAIN {
        let data = data.clone();
        handles.push(thread::spawn(move || data.increment()));
    }
    for handle in handles {
        handle.join().unwrap();
    }
}
