//@ bug: deadlock
//@ source: bug study: a method that holds its lock calls another one that takes it again

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::thread;

#[derive(Default)]
struct Registry {
    entries: Mutex<HashMap<String, u32>>,
    misses: Mutex<u32>,
}

impl Registry {
    fn get(&self, key: &str) -> Option<u32> {
        self.entries.lock().unwrap().get(key).copied()
    }

    fn get_or_insert(&self, key: &str) -> u32 {
        let mut entries = self.entries.lock().unwrap();
        if let Some(&n) = entries.get(key) {
            return n;
        }
        *self.misses.lock().unwrap() += 1;
        let n = self.get("default").unwrap_or(7);
        entries.insert(key.to_owned(), n);
        n
    }
}

fn main() {
    let registry = Arc::new(Registry::default());
    registry.entries.lock().unwrap().insert("a".to_string(), 1);
    let handles: Vec<_> = ["a", "a"]
        .into_iter()
        .map(|key| {
            let registry = Arc::clone(&registry);
            thread::spawn(move || registry.get_or_insert(key))
        })
        .collect();
    for handle in handles {
        assert_eq!(handle.join().unwrap(), 1);
    }
    registry.get_or_insert("b");
}
