//@ no-bug
//@ executions: 8
//@ formula: 8^(N-11)
//@ counts: N=12: 8, N=13: 64, N=15: 4096
//@ source: N threads insert four words each into a hash table with linear probing,
//@ source: by compare-exchange

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

const N: usize = 12;
const SIZE: usize = 128;
const MAX: usize = 4;

static TABLE: [AtomicUsize; SIZE] = [const { AtomicUsize::new(0) }; SIZE];

fn insert_words(tid: usize) {
    for i in 1..=MAX {
        let word = i * 11 + tid;
        let mut h = (word * 7) % SIZE;
        while TABLE[h].compare_exchange(0, word, SeqCst, SeqCst).is_err() {
            h = (h + 1) % SIZE;
        }
    }
}

fn main() {
    let mut threads = Vec::new();
    for tid in 0..N {
        threads.push(thread::spawn(move || insert_words(tid)));
    }
    for t in threads {
        t.join().unwrap();
    }
}
