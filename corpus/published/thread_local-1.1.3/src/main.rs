//! thread_local 1.1.3, RUSTSEC-2022-0006. An iterator loads a bucket that another thread has just added
//! without acquiring it.

//@ bug: data-race

#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;
use std::thread;
use thread_local::ThreadLocal;

fn main() {
    let hits: Arc<ThreadLocal<AtomicU32>> = Arc::new(ThreadLocal::new());
    hits.get_or_default();
    let workers = [(); 2].map(|()| {
        let hits = hits.clone();
        thread::spawn(move || {
            hits.get_or_default().fetch_add(1, Ordering::Relaxed);
        })
    });
    let so_far: u32 = hits.iter().map(|count| count.load(Ordering::Relaxed)).sum();
    assert!(so_far <= 2);
    for worker in workers {
        worker.join().unwrap();
    }
}
