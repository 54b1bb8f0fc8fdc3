//@ bug: panic
//@ message: "loaded twice"
//@ source: the same cache without the double check

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread;

#[derive(Default)]
struct Cache {
    entries: Mutex<HashMap<&'static str, usize>>,
    loads: AtomicU32,
}

impl Cache {
    fn lookup(&self, key: &'static str) -> Option<usize> {
        self.entries.lock().unwrap().get(key).copied()
    }

    fn get(&self, key: &'static str) -> usize {
        match self.lookup(key) {
            Some(v) => v,
            None => {
                let value = self.load(key);
                self.entries.lock().unwrap().insert(key, value);
                value
            }
        }
    }

    fn load(&self, key: &str) -> usize {
        let before = self.loads.fetch_add(1, SeqCst);
        assert_eq!(before, 0, "{key} loaded twice");
        key.len()
    }
}

fn main() {
    let cache = Arc::new(Cache::default());
    let other = Arc::clone(&cache);
    let t = thread::spawn(move || other.get("key"));
    cache.get("key");
    t.join().unwrap();
}
