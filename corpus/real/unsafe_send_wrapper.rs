//@ bug: data-race
//@ source: a wrapper that claims to be Sync around a Cell

use std::cell::Cell;
use std::sync::Arc;
use std::thread;

struct AssumeSync<T>(T);

unsafe impl<T> Send for AssumeSync<T> {}
unsafe impl<T> Sync for AssumeSync<T> {}

fn main() {
    let hits = Arc::new(AssumeSync(Cell::new(0)));
    let handles: Vec<_> = (0..2)
        .map(|_| {
            let hits = Arc::clone(&hits);
            thread::spawn(move || {
                let hits = &*hits;
                hits.0.set(hits.0.get() + 1);
            })
        })
        .collect();
    for h in handles {
        h.join().unwrap();
    }
}
