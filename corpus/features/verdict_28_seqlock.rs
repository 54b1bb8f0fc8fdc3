//@ no-bug
//@ source: a seqlock over two atomics: the reader tries again while a write is under way

use std::sync::atomic::{AtomicUsize, Ordering::*};
use std::sync::Arc;
use std::thread;

#[derive(Default)]
struct SeqLock {
    seq: AtomicUsize,
    a: AtomicUsize,
    b: AtomicUsize,
}

impl SeqLock {
    fn write(&self, v: usize) {
        self.seq.fetch_add(1, SeqCst);
        self.a.store(v, SeqCst);
        self.b.store(v, SeqCst);
        self.seq.fetch_add(1, SeqCst);
    }

    fn read(&self) -> (usize, usize) {
        loop {
            let before = self.seq.load(SeqCst);
            if before % 2 == 1 {
                std::hint::spin_loop();
                continue;
            }
            let pair = (self.a.load(SeqCst), self.b.load(SeqCst));
            if self.seq.load(SeqCst) == before {
                return pair;
            }
        }
    }
}

fn main() {
    let lock = Arc::new(SeqLock::default());
    let l = Arc::clone(&lock);
    let writer = thread::spawn(move || l.write(1));
    let (a, b) = lock.read();
    assert_eq!(a, b);
    writer.join().unwrap();
}
