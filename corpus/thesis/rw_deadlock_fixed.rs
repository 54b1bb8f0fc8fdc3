//@ no-bug
//@ source: `RW-deadlock` where the readers' count is changed under the lock only. Fewer
//@ source: threads, so that a complete search ends.

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const READERS: usize = 2;
const WRITERS: usize = 1;
const BOUND: usize = 1;

#[derive(Default)]
struct Counts {
    waiting_writers: i32,
    active_readers: i32,
    active_writers: i32,
    x: i32,
}

#[derive(Default)]
struct ReadersWriters {
    counts: Mutex<Counts>,
    changed: Condvar,
}

impl ReadersWriters {
    fn read(&self) {
        let mut counts = self.counts.lock().unwrap();
        while !(counts.waiting_writers == 0 && counts.active_writers == 0) {
            counts = self.changed.wait(counts).unwrap();
        }
        counts.active_readers += 1;
        drop(counts);
        let mut counts = self.counts.lock().unwrap();
        if counts.x < 10 {
            counts.x += 1;
        }
        counts.active_readers -= 1;
        self.changed.notify_all();
    }

    fn write(&self) {
        let mut counts = self.counts.lock().unwrap();
        counts.waiting_writers += 1;
        while !(counts.active_readers == 0 && counts.active_writers == 0) {
            counts = self.changed.wait(counts).unwrap();
        }
        counts.waiting_writers -= 1;
        counts.active_writers += 1;
        drop(counts);
        let mut counts = self.counts.lock().unwrap();
        if counts.x > 0 {
            counts.x -= 1;
        }
        counts.active_writers -= 1;
        self.changed.notify_all();
    }
}

fn main() {
    let rw = Arc::new(ReadersWriters::default());
    let mut threads = Vec::new();
    for _ in 0..READERS {
        let rw = Arc::clone(&rw);
        threads.push(thread::spawn(move || {
            for _ in 0..BOUND {
                rw.read();
            }
        }));
    }
    for _ in 0..WRITERS {
        let rw = Arc::clone(&rw);
        threads.push(thread::spawn(move || {
            for _ in 0..BOUND {
                rw.write();
            }
        }));
    }
    for t in threads {
        t.join().unwrap();
    }
}
