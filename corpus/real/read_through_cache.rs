//@ no-bug
//@ source: a cache with a double check under the write lock

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, RwLock};
use std::thread;

struct Cache<K, V, F> {
    entries: RwLock<HashMap<K, Arc<V>>>,
    load: F,
}

impl<K, V, F> Cache<K, V, F>
where
    K: Eq + Hash + Clone,
    F: Fn(&K) -> V,
{
    fn new(load: F) -> Self {
        Cache { entries: RwLock::new(HashMap::new()), load }
    }

    fn get(&self, key: &K) -> Arc<V> {
        if let Some(value) = self.entries.read().unwrap().get(key) {
            return Arc::clone(value);
        }
        let mut entries = self.entries.write().unwrap();
        entries.entry(key.clone()).or_insert_with(|| Arc::new((self.load)(key))).clone()
    }
}

fn show<T: Debug>(label: &str, value: T) {
    println!("{label}: {value:?}");
}

static LOADS: AtomicU32 = AtomicU32::new(0);

fn main() {
    let cache = Arc::new(Cache::new(|key: &String| {
        LOADS.fetch_add(1, Ordering::Relaxed);
        key.len()
    }));
    let threads: Vec<thread::JoinHandle<usize>> = (0..2)
        .map(|_| {
            let cache = Arc::clone(&cache);
            thread::spawn(move || *cache.get(&"alpha".to_string()))
        })
        .collect();
    let lens: Vec<usize> = threads.into_iter().map(|t| t.join().unwrap()).collect();
    show("lengths", lens);
    show("loads", LOADS.load(Ordering::Relaxed));
}
