//@ no-bug
//@ source: a generic least-recently-used cache behind a lock

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex};
use std::thread;

struct Lru<K, V> {
    capacity: usize,
    map: HashMap<K, V>,
    order: VecDeque<K>,
}

impl<K: Hash + Eq + Clone, V> Lru<K, V> {
    fn with_capacity(capacity: usize) -> Self {
        Lru { capacity, map: HashMap::with_capacity(capacity), order: VecDeque::new() }
    }

    fn touch(&mut self, key: &K) {
        if let Some(at) = self.order.iter().position(|k| k == key) {
            let k = self.order.remove(at).unwrap();
            self.order.push_back(k);
        }
    }

    fn get(&mut self, key: &K) -> Option<&V> {
        if self.map.contains_key(key) {
            self.touch(key);
        }
        self.map.get(key)
    }

    fn put(&mut self, key: K, value: V) -> Option<(K, V)> {
        if self.map.insert(key.clone(), value).is_some() {
            self.touch(&key);
            return None;
        }
        self.order.push_back(key);
        if self.map.len() <= self.capacity {
            return None;
        }
        let oldest = self.order.pop_front()?;
        self.map.remove_entry(&oldest)
    }
}

fn main() {
    let cache = Arc::new(Mutex::new(Lru::with_capacity(2)));
    let fill = {
        let cache = Arc::clone(&cache);
        thread::spawn(move || {
            let mut c = cache.lock().unwrap();
            c.put("a", 1);
            c.put("b", 2);
            c.get(&"a").copied()
        })
    };
    println!("{:?}", fill.join().unwrap());
    let mut c = cache.lock().unwrap();
    println!("{:?}", c.put("c", 3));
    println!("{:?} {:?} {:?}", c.get(&"a").copied(), c.get(&"b").copied(), c.get(&"c").copied());
    println!("{:?} {:?}", c.put("a", 10), c.put("d", 4));
}
