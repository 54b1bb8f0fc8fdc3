//@ no-bug
//@ source: each thread claims the first free slot of a bitmap, by fetch_or

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::thread;

const THREADS: usize = 3;

#[derive(Default)]
struct Bitmap {
    bits: AtomicU64,
    claimed: AtomicUsize,
}

fn claim(bitmap: &Bitmap) {
    for slot in 0..THREADS {
        let bit = 1 << slot;
        if bitmap.bits.fetch_or(bit, SeqCst) & bit == 0 {
            bitmap.claimed.fetch_add(1, SeqCst);
            return;
        }
    }
    panic!("no slot is free");
}

fn main() {
    let bitmap = Arc::new(Bitmap::default());
    let mut threads = Vec::new();
    for _ in 0..THREADS {
        let bitmap = Arc::clone(&bitmap);
        threads.push(thread::spawn(move || claim(&bitmap)));
    }
    for t in threads {
        t.join().unwrap();
    }
    assert_eq!(bitmap.claimed.load(SeqCst), THREADS);
}
