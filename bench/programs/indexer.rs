//@ no-bug
//@ formula: 8^(N-11)
//@ source: N threads insert four words each into a hash table with linear probing, by compare-exchange

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

const N: usize = 12;
const SIZE: usize = 128;
const MAX: usize = 4;

fn insert_words(table: &[AtomicUsize], tid: usize) {
    for i in 1..=MAX {
        let word = i * 11 + tid;
        let mut h = (word * 7) % SIZE;
        while table[h].compare_exchange(0, word, SeqCst, SeqCst).is_err() {
            h = (h + 1) % SIZE;
        }
    }
}

fn main() {
    let table: Arc<Vec<AtomicUsize>> = Arc::new((0..SIZE).map(|_| AtomicUsize::new(0)).collect());
    let mut threads = Vec::new();
    for tid in 0..N {
        let table = Arc::clone(&table);
        threads.push(thread::spawn(move || insert_words(&table, tid)));
    }
    for t in threads {
        t.join().unwrap();
    }
}
