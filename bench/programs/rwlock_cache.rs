//@ bug: panic
//@ message: "computed twice"
//@ source: a cache that looks under the read lock, and computes and stores under the write lock without looking again

use std::collections::HashMap;
use std::sync::{Arc, RwLock};
use std::thread;

const THREADS: usize = 3;

#[derive(Default)]
struct Cache {
    squares: RwLock<HashMap<u64, u64>>,
}

impl Cache {
    fn get(&self, n: u64) -> u64 {
        if let Some(square) = self.squares.read().unwrap().get(&n) {
            return *square;
        }
        let before = self.squares.write().unwrap().insert(n, n * n);
        assert!(before.is_none(), "{n} is computed twice");
        n * n
    }
}

fn main() {
    let cache = Arc::new(Cache::default());
    let mut threads = Vec::new();
    for i in 0..THREADS as u64 {
        let cache = Arc::clone(&cache);
        threads.push(thread::spawn(move || cache.get(7 + i / 2)));
    }
    for t in threads {
        t.join().unwrap();
    }
}
