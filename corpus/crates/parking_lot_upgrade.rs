//@ bug: deadlock
//@ source: a write lock asked for while the read guard of the same lock lives

use parking_lot::RwLock;
use std::collections::HashMap;
use std::sync::Arc;
use std::thread;

#[derive(Default)]
struct Cache {
    entries: RwLock<HashMap<u32, String>>,
}

impl Cache {
    fn get(&self, key: u32) -> String {
        if let Some(found) = self.entries.read().get(&key) {
            return found.clone();
        } else {
            let value = format!("value {key}");
            self.entries.write().insert(key, value.clone());
            value
        }
    }
}

fn main() {
    let cache = Arc::new(Cache::default());
    let other = Arc::clone(&cache);
    let handle = thread::spawn(move || other.get(1));
    handle.join().unwrap();
}
