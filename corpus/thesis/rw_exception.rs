//@ bug: panic
//@ bug: deadlock
//@ message: "while somebody reads"
//@ first-bug-executions: 10
//@ source: Chen 2009, real program `RW-exception`: readers count themselves in without the
//@ source: lock, so that a writer slips in. (An update of the count can also be lost; then
//@ source: writers wait for ever, which `rw_deadlock` is about.)

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
        let _end = EndOfWrite(self);
        self.do_write();
    }

    fn do_write(&self) {
        if self.reading.load(Relaxed) > 0 {
            panic!("writing while somebody reads");
        }
        if X.load(Relaxed) > 0 {
            X.store(X.load(Relaxed) - 1, Relaxed);
        }
    }
}

/// Ends a write, even one that failed.
struct EndOfWrite<'a>(&'a ReadersWriters);

impl Drop for EndOfWrite<'_> {
    fn drop(&mut self) {
        let mut counts = self.0.counts.lock().unwrap();
        counts.active_writers -= 1;
        self.0.changed.notify_all();
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
