//@ no-bug
//@ source: every execution starts with fresh statics

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Mutex, OnceLock};
use std::thread;

static RUNS: AtomicUsize = AtomicUsize::new(0);
static NAMES: Mutex<Vec<usize>> = Mutex::new(Vec::new());
static FIRST: OnceLock<usize> = OnceLock::new();

fn main() {
    assert_eq!(RUNS.fetch_add(1, SeqCst), 0);
    assert!(FIRST.get().is_none());
    let threads: Vec<_> = (0..2)
        .map(|i| {
            thread::spawn(move || {
                NAMES.lock().unwrap().push(i);
                FIRST.get_or_init(|| i);
            })
        })
        .collect();
    for t in threads {
        t.join().unwrap();
    }
    println!("{}", NAMES.lock().unwrap().len());
}
