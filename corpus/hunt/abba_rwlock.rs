//@ bug: deadlock
//@ first-bug-executions: 2
//@ source: a Mutex and an RwLock, taken in opposite order

use std::collections::HashMap;
use std::sync::{Arc, Mutex, RwLock};
use std::thread;

#[derive(Default)]
struct Registry {
    names: RwLock<HashMap<u32, String>>,
    hits: Mutex<u32>,
}

impl Registry {
    fn get(&self, id: u32) -> Option<String> {
        let names = self.names.read().unwrap();
        *self.hits.lock().unwrap() += 1;
        names.get(&id).cloned()
    }

    fn insert(&self, id: u32, name: &str) {
        let hits = self.hits.lock().unwrap();
        self.names.write().unwrap().insert(id + *hits, name.to_owned());
    }
}

fn main() {
    let registry = Arc::new(Registry::default());
    let r = registry.clone();
    let writer = thread::spawn(move || r.insert(1, "one"));
    let r = registry.clone();
    let reader = thread::spawn(move || r.get(1));
    writer.join().unwrap();
    reader.join().unwrap();
}
