//@ bug: deadlock
//@ first-bug-executions: 10
//@ source: Chen 2009, real program `RW-deadlock`: the readers' unlocked count loses an update
//@ source: and never comes back to zero, so that the writers wait for ever. (The same program
//@ source: as `rw_exception`, where a writer that slips in gives up quietly.)

use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

const READERS: usize = 2;
const WRITERS: usize = 2;
const BOUND: usize = 1;

static X: AtomicI32 = AtomicI32::new(0);

#[derive(Default)]
struct Counts {
    waiting_readers: i32,
    waiting_writers: i32,
    active_writers: i32,
}

#[derive(Default)]
struct ReadersWriters {
    counts: Mutex<Counts>,
    changed: Condvar,
    active_readers: AtomicI32,
    reading: AtomicI32,
}

impl ReadersWriters {
    fn read(&self) {
        {
            let mut counts = self.counts.lock().unwrap();
            counts.waiting_readers += 1;
            while !(counts.waiting_writers == 0 && counts.active_writers == 0) {
                counts = self.changed.wait(counts).unwrap();
            }
            counts.waiting_readers -= 1;
        }
        let active = self.active_readers.load(Relaxed);
        self.active_readers.store(active + 1, Relaxed);
        self.do_read();
        let _counts = self.counts.lock().unwrap();
        self.active_readers.store(self.active_readers.load(Relaxed) - 1, Relaxed);
        self.changed.notify_all();
    }

    fn do_read(&self) {
        {
            let _counts = self.counts.lock().unwrap();
            self.reading.store(self.reading.load(Relaxed) + 1, Relaxed);
        }
        if X.load(Relaxed) < 10 {
            X.store(X.load(Relaxed) + 1, Relaxed);
        }
        let _counts = self.counts.lock().unwrap();
        self.reading.store(self.reading.load(Relaxed) - 1, Relaxed);
    }

    fn write(&self) {
        {
            let mut counts = self.counts.lock().unwrap();
            counts.waiting_writers += 1;
            while !(self.active_readers.load(Relaxed) == 0 && counts.active_writers == 0) {
                counts = self.changed.wait(counts).unwrap();
            }
            counts.waiting_writers -= 1;
            counts.active_writers += 1;
        }
        self.do_write();
        let mut counts = self.counts.lock().unwrap();
        counts.active_writers -= 1;
        self.changed.notify_all();
    }

    fn do_write(&self) {
        if self.reading.load(Relaxed) > 0 {
            return;
        }
        if X.load(Relaxed) > 0 {
            X.store(X.load(Relaxed) - 1, Relaxed);
        }
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
